// The JSON that phones are sent, and what is being entered on one, as types for the checker.

type Cell = [number, number];
type Placed = { tile: string; x: number; y: number; kind?: string };

interface Reason { text: string; cells: Cell[]; rule: string; law: string; missing: string }
interface Line { text: string; cells: Cell[]; cards: string[]; points: number; qwirkle: boolean }

interface Turn {
  number: number; ordinal: number; player: string; deed: string; kind: string;
  placed: string[]; laid: string[]; rows: string[][];
  points: number; pay: string; lines: Line[]; bonus_text: string;
  legal: boolean; stands: boolean; reasons: Reason[]; remarks: string[]; totals: Record<string, number>;
}

interface Player {
  name: string; short: string; total: number; hand: number | null; left: boolean; leads: boolean; pile: string[][]; team: string; last_turn: boolean;
}

interface Game {
  number: number; rules: string; simulated: boolean; players: Player[]; next: string | null;
  board: string[]; rows: string[][]; turns: Turn[]; bag: number; hand_size: number; turn_s: number;
  unseen: Record<string, number>; colours: string[]; sixth: string; other_sixth: string | null;
  can: Record<string, boolean>; end: string | null; end_refused: string; won: string; result: string;
}

interface Proposal {
  placed: string[]; laid: string[]; rows: string[][]; fresh: Cell[]; moved: Cell[]; wrong: number[]; between_text: string;
  turn: Turn | null; stands_for: number; sure: number; asking: boolean;
  countdown: { number: number; seconds: number } | null;
  questions: string[]; doubts: { cell: Cell; answers: [string, number][] }[];
  revised: { cell: Cell; tile: string; text: string }[]; assumed: string[];
  missing: Cell[]; meant: string[]; choices: { turns: string[][]; players: string[]; points: number[]; text: string }[];
}

interface Balance {
  uncounted: string[]; cards: string[]; aside: string[]; text: string; ways: string[]; last: string; next: string;
}

type OpenCube = { tile: string; seen: boolean };

interface Hands {
  players: Record<string, OpenCube[]>; numbers: Record<string, number>;
  whose: { number: number; cubes: OpenCube[] } | null; fault: string; advice: string;
  starts: { players: string[]; count: number; text: string } | null;
}

interface Camera {
  name: string; word: string; text: string; lost_place: boolean; cleared: boolean; notice: string;
  advice: { check: string; text: string }[];
}

interface State {
  run: string; revision: number; language: string; game: Game | null; proposal: Proposal | null; balance: Balance | null;
  strange: { tiles: number; text: string } | null;
  hands: Hands | null; camera: Camera | null; by_itself: boolean; hinted: boolean; turn_since_s: number; trouble: string;
}

/** From which place, how many are taken out, what is put in instead. */
type Splice = [number, number, any[]];

/** What changed since an earlier revision. */
interface Change {
  run: string; revision: number; since: number; changed: Partial<State>;
  game?: Partial<Game>; lists?: Record<string, Splice>;
}

interface Choosing {
  title: string; at?: { x: number; y: number }; chosen?: string; more?: { text: string; onclick: () => void }[]; note?: string;
  onTile: (tile: string) => void; onClose?: () => void;
}

interface Entered {
  draft: Placed[]; rows: import("./static/rows.js").LaidRows; mend: any; moving: any;
  addTo: number | null; advised: string[] | null; player: string | null; preview: any; editing: number | null;
  picked: string | null; palette: Choosing | null; asking: boolean; unheeded: Set<string>;
  photo: { text: string; share?: number; picture?: string } | null;
  toast: { text: string; undo: boolean | (() => unknown) | null; rule: string } | null;
}
