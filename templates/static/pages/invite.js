// The invitation: the players' link as text, to copy and to share.
import { at } from "../views/dom.js";
import { copy, share } from "../views/sharing.js";

at("copy").addEventListener("click", () => copy(at("link").textContent));
at("share").addEventListener("click", () => share(at("link").textContent));
// A tap before this script was here would have gone nowhere.
for (const id of ["copy", "share"]) at(id).disabled = false;
