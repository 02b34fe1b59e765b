// What the scripts are held to: the usual rules, and no variable that could be a constant.
import js from "@eslint/js";

const BROWSER = [
  "AbortSignal", "AudioContext", "Blob", "EventSource", "File", "FormData", "Image", "Intl", "Node", "PerformanceObserver",
  "ResizeObserver", "SpeechSynthesisUtterance", "URL", "XMLHttpRequest", "XMLSerializer", "clearTimeout", "createImageBitmap",
  "document", "fetch", "history", "localStorage", "location", "matchMedia", "navigator", "performance",
  "Response", "caches", "requestAnimationFrame", "self", "setInterval", "setTimeout", "speechSynthesis", "window",
];

export default [
  { ignores: ["**/node_modules/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: { "prefer-const": "error", "no-var": "error", eqeqeq: "error" },
  },
];
