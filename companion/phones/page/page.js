// The phone's page: shows what the table sends, sends back what is touched. It decides nothing.
"use strict";

const byId = (id) => document.getElementById(id);
// Where onlookers see the table: "watch", or "stream" over a film; empty for players.
const onlookers = (location.pathname.match(/^\/(watch|stream)\//) || ["", ""])[1];
let words = {};        // those of the first of the phone's languages that the table has
let shown = null;      // what the table sent last
let chosen = [];       // ids of the parts of a move that have been touched
let forced = 0;        // so many of the first of them nobody had to touch
let source = null;
let retry = 0;
let heard = 0;         // when the table was heard last
const SILENCE_MS = 32000;  // two of its beats and a little

function make(tag, text, properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  if (text) made.append(text);
  return made;
}

// Browsers before 2020 have no replaceChildren.
function replaceIn(box, children) {
  box.textContent = "";
  box.append(...children);
}

function picture(key) {
  return make("img", "", { src: `picture/${key}`, alt: "" });
}

async function post(path, value) {
  // A lost network answers nothing, and says nothing of it. Browsers before 2022 have no AbortSignal.timeout.
  const stop = new AbortController(), late = setTimeout(() => stop.abort(), 8000);
  try {
    return await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value), cache: "no-store",
      signal: stop.signal,
    });
  } finally { clearTimeout(late); }
}

// A phone that goes dark in somebody's turn is slow to play on; only secure pages may keep its screen on.
let awake = null;
async function keepAwake() {
  const is = Boolean(shown && shown.seat) && byId("awake").checked && document.visibilityState === "visible";
  if (!navigator.wakeLock || is === Boolean(awake)) return;
  const before = awake;
  awake = is ? {} : null;
  try {
    if (before && before.release) await before.release();
    if (is) {
      awake = await navigator.wakeLock.request("screen");
      awake.addEventListener("release", () => { awake = null; });
    }
  } catch { awake = null; }
}

function setting(id, usual) {
  const box = byId(id);
  const read = () => { try { return localStorage.getItem(id); } catch { return null; } };
  const kept = read();
  box.checked = kept === null ? usual : kept === "yes";
  const use = () => {
    if (id === "large") document.documentElement.classList.toggle("large", box.checked);
    if (id === "awake") keepAwake();
  };
  box.addEventListener("change", () => {
    try { localStorage.setItem(id, box.checked ? "yes" : "no"); } catch { /* for this time only */ }
    use();
  });
  use();
}

// --- joining -------------------------------------------------------------------------------------------------------

// What this phone joins with until the table has answered: a ticket or digits that came too early are shown again.
let asking = { first: true };

async function join(asked) {
  asking = asked;
  const answer = await post("join", { ...asked, language: words.language });
  // The table starts, or too much was asked of it: this phone may be known in a moment.
  if (answer.status === 503 || answer.status === 429) throw new Error("later");
  if (asking === asked) asking = { first: true };
  if (answer.ok) {
    byId("join").hidden = true;
    listen();
    return;
  }
  const { refused } = await answer.json().catch(() => ({ refused: "wrong" }));
  byId("table").hidden = true;
  byId("join").hidden = false;
  byId("refused").textContent = asked.first ? "" : words[refused] || words.wrong;
}

function lost(is, why = words.lost) {
  // What is hidden says nothing: a screen reader may read a live region that changes all the same.
  text("lost", is ? why : "");
  byId("lost").hidden = !is;
}

function listen() {
  if (source) source.close();
  heard = Date.now();
  const opened = source = new EventSource("events");
  source.onopen = () => { retry = 0; heard = Date.now(); lost(false); };
  source.addEventListener("beat", () => { heard = Date.now(); });
  source.onmessage = (event) => { heard = Date.now(); lost(false); show(unpacked(JSON.parse(event.data))); };
  source.addEventListener("gone", () => { source.close(); source = null; join({ first: true }).catch(again); });
  source.addEventListener("elsewhere", () => { opened.close(); if (opened === source) { source = null; lost(true, words.elsewhere); } });
  source.onerror = () => {
    if (opened !== source) return;
    lost(true);
    // A browser gives up after an answer that is none; a table that starts again may know this phone.
    if (opened.readyState === EventSource.CLOSED) again();
  };
}

function again() {
  source = null;
  retry += 1;
  setTimeout(async () => {
    try { await join(asking); } catch { again(); }
  }, Math.min(5000, 500 * retry));
}

setInterval(() => {
  // A lost network does not close a connection: it only falls silent.
  if (source && Date.now() - heard > SILENCE_MS) {
    lost(true);
    listen();
  }
}, 4000);

document.addEventListener("visibilitychange", () => {
  keepAwake();
  // A phone that slept may hold a lost connection that it takes for an open one.
  if (document.visibilityState === "visible" && !byId("table").hidden) listen();
});
addEventListener("online", () => { if (!byId("table").hidden) listen(); });

// --- showing -------------------------------------------------------------------------------------------------------

// Moves come as numbers of parts, of which each is sent once.
function unpacked(value) {
  value.moves = (value.moves || []).map((move, at) => {
    const parts = move.parts.map((number) => value.parts[number]);
    return { id: `move ${at}`, text: move.text || parts.map((part) => part.text).join(" · "), parts, anyOrder: move.any_order };
  });
  return value;
}

// So many places of the picture are named in a line.
const MOST_NAMED = 8;
// Why a touch did not count is shown no longer than this: "It is your turn" stands in the same place.
const REFUSED_MS = 8000;
let refusing = 0;

function turn(value) {
  const myTurn = Boolean(value.seat && value.awaited), can = value.seat && (value.moves.length || value.buttons.length);
  const stands = value.seat ? words[value.wait] || words.not_turn : value.menu ? words.menu : "";
  const waits = value.over || (can && !myTurn) ? "" : myTurn ? words.turn : stands;
  text("turn", value.why || (value.refused ? words[value.refused] || words.late : waits));
  byId("turn").classList.toggle("now", myTurn && !value.refused && !value.why);
}

// What comes under a finger on its way there is not meant: for this long a touch counts only for what was there before.
const UNREAD_MS = 400;
let were = new Map();  // what could be touched before the table sent something else, and where
let changed = -Infinity;

function identity(button) {
  return JSON.stringify([name(button), Object.assign({}, button.dataset)]);
}

function touchables() {
  const buttons = [...byId("table").querySelectorAll("button")];
  return new Map(buttons.map((button) => [identity(button), button.getBoundingClientRect()]));
}

function isSamePlace(box, other) {
  return Boolean(box && other) && Math.abs(box.top - other.top) < 12 && Math.abs(box.left - other.left) < 12;
}

function follow(before) {
  const now = touchables();
  if (now.size === before.size && [...before].every(([key, box]) => isSamePlace(box, now.get(key)))) return;
  // Of several changes in a moment the first hides what people saw.
  if (performance.now() - changed >= UNREAD_MS) were = before;
  else were = new Map([...were].filter(([key, box]) => isSamePlace(box, before.get(key))));
  changed = performance.now();
}

function isUnread(button) {
  if (performance.now() - changed >= UNREAD_MS || !byId("table").contains(button)) return false;
  return !isSamePlace(were.get(identity(button)), button.getBoundingClientRect());
}

function show(value) {
  const before = shown, touchableBefore = touchables();
  if (!before || before.offer !== value.offer || before.seat !== value.seat) chosen = [];
  shown = value;
  const myTurn = Boolean(value.seat && value.awaited);
  text("title", value.title);
  byId("table").classList.toggle("idle", value.page === "joined");
  text("status", value.status);
  text("caption", value.caption);
  byId("caption").className = value.tone;
  turn(value);
  clearTimeout(refusing);
  // Whatever becomes of the connection, and of the table: why a touch did not count is no news for long.
  if (value.refused) refusing = setTimeout(() => turn({ ...shown, refused: "" }), REFUSED_MS);
  if (myTurn && before && !(before.seat && before.awaited)) call();
  byId("board-section").hidden = !value.board;
  if (value.board && byId("picture").dataset.key !== value.board) {
    byId("picture").dataset.key = value.board;
    byId("picture").src = `picture/${value.board}`;
  }
  const offered = new Set((value.buttons || []).map((button) => button.text));
  byId("picture").alt = value.alt || "";
  fill("rows", value.rows.filter((one) => !offered.has(one.text)).map(row));
  text("last", value.log[0] || "");
  fill("log", value.log.map((line) => make("li", line)));
  fill("help", value.help.map((line) => make("li", line)));
  byId("help-section").hidden = !value.help.length;
  fill("news", (value.news || []).map((line) => make("li", line)));
  byId("hint").hidden = value.hint !== "";
  text("hint-line", value.hint || "");
  said(value);
  changes(value);
  questions(value);
  told(value);
  notes(value);
  seats(value);
  own();
  keepAwake();
  // What is there already when the page appears is not read aloud as news.
  byId("table").hidden = false;
  if (before) follow(touchableBefore);
}

// What a player tells this phone alone: it is kept here and sent to nobody.
function told(value) {
  const facts = value.told;
  byId("told-section").hidden = !facts;
  if (!facts) return;
  const key = `told ${facts.game} ${value.seat}`;
  text("told-title", facts.title);
  if (byId("told").dataset.key !== key) {
    byId("told").dataset.key = key;
    let kept = [];
    try { kept = JSON.parse(localStorage.getItem(key)) || []; } catch { /* it is told again */ }
    replaceIn(byId("told"), facts.questions.map((question, at) => {
      const label = make("label", question.text), select = make("select");
      select.append(make("option", "–", { value: "" }));
      for (const one of question.rows) select.append(make("option", one.text, { value: one.id }));
      select.value = kept[at] || "";
      select.addEventListener("change", () => {
        try { localStorage.setItem(key, JSON.stringify(answers())); } catch { /* for this time only */ }
        line();
      });
      label.append(select);
      return label;
    }));
  }
  const answers = () => [...byId("told").querySelectorAll("select")].map((select) => select.value);
  const line = () => text("told-line", shown.told.lines[answers().join(" ")] || "");
  line();
}

function notes(value) {
  byId("notes-section").hidden = !value.notes;
  if (!value.notes) return;
  text("notes-title", value.notes.side);
  // What is being written here is newer, and what is too long is kept nowhere else.
  if (document.activeElement !== byId("note") && !isTooLong("note")) byId("note").value = value.notes.note;
  fill("counters", value.notes.counters.map((one) => {
    const item = make("li");
    item.append(make("span", one.text), counterButton("−", words.fewer, one, one.value - 1));
    item.append(make("strong", String(one.value)), counterButton("+", words.more, one, one.value + 1));
    item.append(counterButton("✕", words.remove, one, null));
    return item;
  }));
}

function counterButton(sign, what, counter, value) {
  const button = make("button", sign, { type: "button" });
  button.setAttribute("aria-label", `${counter.text}: ${what}`);
  Object.assign(button.dataset, { counter: counter.text, value: value === null ? "" : value });
  return button;
}

function text(id, content) {
  // What stays the same is not read aloud again.
  if (byId(id).textContent !== content) byId(id).textContent = content;
}

function fill(id, children) {
  const fresh = make("div"), box = byId(id);
  fresh.append(...children);
  if (box.innerHTML !== fresh.innerHTML) exchange(box, children);
}

// Who goes from button to button stays where they were, or comes to what can be done now.
function exchange(box, children) {
  const focused = box.contains(document.activeElement) ? name(document.activeElement) : "";
  replaceIn(box, children);
  if (!focused) return;
  const same = [...box.querySelectorAll("button")].find((button) => name(button) === focused);
  (same || byId(byId("own").hidden ? "title" : "do")).focus({ preventScroll: true });
}

function name(button) {
  return button.getAttribute("aria-label") || button.textContent;
}

function row(value) {
  const item = make("li", "", { className: value.tone });
  if (value.done !== undefined) item.append(value.done ? "☑ " : "☐ ");
  if (value.sign) item.append(picture(value.sign));
  const words_ = make("span", value.text);
  if (value.detail) words_.append(make("small", value.detail));
  item.append(words_);
  if (value.value) item.append(make("span", value.value, { className: "value" }));
  return item;
}

let lastSaid = 0;
function said(value) {
  const box = byId("said"), last = value.said[value.said.length - 1];
  // A table that was started again counts from the beginning.
  if (last && last.number < lastSaid) lastSaid = 0;
  for (const { number, text: line } of value.said) {
    // What stands above as well is read aloud once.
    if (number > lastSaid && line !== value.caption) box.append(make("p", line));
    lastSaid = Math.max(lastSaid, number);
  }
  while (box.children.length > 3) box.firstChild.remove();
}

// Whoever does not see the board hears after each event what lies otherwise.
let lastChange = 0;
function changes(value) {
  const box = byId("changed"), told = value.changed || [], last = told[told.length - 1];
  // What was taken back is told anew when it happens again.
  if (!last || last.number < lastChange) lastChange = last ? last.number - 1 : 0;
  for (const { number, text: line } of told) {
    if (number > lastChange) box.append(make("p", line));
    lastChange = Math.max(lastChange, number);
  }
  while (box.children.length > 3) box.firstChild.remove();
}

// What the table can be asked; the answer is for this phone alone.
function questions(value) {
  byId("ask-section").hidden = !value.questions;
  if (!value.questions) return;
  fill("ask", value.questions.map((question) => {
    if (!question.choices) return touchable(question, { ask: question.id });
    const label = make("label", question.text), select = make("select");
    select.append(make("option", "–", { value: "" }));
    for (const [id, words_] of question.choices) select.append(make("option", words_, { value: id }));
    label.append(select);
    return label;
  }));
  fill("answer", value.answer.lines.map((line) => make("p", line)));
}

byId("ask").addEventListener("change", (event) => {
  if (event.target.value) send({ ask: event.target.value });
});

function seats(value) {
  byId("seats-section").hidden = !value.seats.length;
  const mine = value.seats.find((seat) => seat.id === value.seat);
  text("seats-title", mine ? words.yours : value.seats.some((seat) => !seat.why_not) ? words.seats : words.looks_on);
  fill("seats", (mine ? [mine] : value.seats).map((seat) => {
    const button = make("button", "", { type: "button", disabled: Boolean(seat.why_not) && !mine });
    if (seat.sign) button.append(picture(seat.sign));
    const told = make("span", seat.text);
    if (seat.why_not && !mine) told.append(make("small", seat.taken ? words.taken : words[seat.why_not]));
    if (mine) told.append(make("small", words.leave));
    button.append(told);
    button.dataset.seat = mine ? "" : seat.id;
    const item = make("li");
    item.append(button);
    return item;
  }));
}

// --- one's own hand and moves --------------------------------------------------------------------------------------

// The moves that begin with what has been touched, and what can be touched next, by its id. `group`: what can be touched
// in any order, as often as one likes.
function open() {
  const fits = (move) => chosen.every((id, at) => (
    move.anyOrder ? move.parts.some((part) => part.id === id) : move.parts[at] && move.parts[at].id === id
  ));
  const moves = shown.moves.filter(fits);
  const next = new Map(), group = new Set();
  for (const move of moves) {
    if (move.anyOrder) for (const part of move.parts) group.add(part);
    else if (move.parts[chosen.length]) next.set(move.parts[chosen.length].id, move.parts[chosen.length]);
  }
  return {
    moves, next, group: shown.parts.filter((part) => group.has(part)),
    whole: moves.filter((move) => move.parts.length === chosen.length),
  };
}

function own() {
  byId("own").hidden = !shown.seat;
  if (!shown.seat) {
    fill("places", []);
    byId("table").classList.remove("hand-first");
    return;
  }
  let { next, group, moves, whole } = open();
  if (!chosen.length) forced = 0;
  // What is the same in all moves need not be touched first.
  while (next.size === 1 && !group.length && moves.length > 1 && !whole.length) {
    if (chosen.length === forced) forced += 1;
    chosen.push([...next.keys()][0]);
    ({ next, group, moves, whole } = open());
  }
  byId("asks").hidden = !shown.asks;
  text("asks", shown.asks || "");
  const inHand = new Set(shown.hand.map((card) => card.id));
  byId("hand-section").hidden = !shown.hand.length;
  fill("hand", shown.hand.map((card) => {
    const item = make("li");
    const can = next.has(card.id) || chosen.includes(card.id);
    const face = can ? make("button", "", { type: "button" }) : make("span");
    if (can) face.dataset.part = card.id;
    if (can) face.setAttribute("aria-pressed", String(chosen.includes(card.id)));
    if (card.sign) face.append(picture(card.sign));
    const told = make("span", card.value ? `${card.text} ` : card.text);
    if (card.value) told.append(make("strong", card.value));
    face.append(told);
    item.append(face);
    return item;
  }));
  byId("known-section").hidden = !(shown.known || []).length;
  fill("known", (shown.known || []).map(row));
  const buttons = [];
  for (const part of next.values()) {
    if (part.board && shown.places[part.id]) continue;
    if (!inHand.has(part.id)) buttons.push(touchable(part, { part: part.id }));
  }
  for (const part of group) {
    const button = touchable(part, { part: part.id });
    button.setAttribute("aria-pressed", String(chosen.includes(part.id)));
    buttons.push(button);
  }
  for (const move of whole) {
    const button = touchable(move, { do: move.id });
    // Nothing chosen is kept or given by nobody who has not thought of it.
    button.classList.toggle("main", group.length > 0 && chosen.length > 0);
    buttons.push(button);
  }
  const others = shown.buttons.map((button) => touchable(button, { do: button.id }));
  // Beside moves the rows of the table's page are what is rare; a question that was begun there is answered first.
  if (!shown.moves.length || shown.begun) buttons.unshift(...others.splice(0));
  if (chosen.length > forced && shown.moves.length && !group.length) buttons.push(touchable({ text: words.again }, { again: "yes" }));
  // Of several things none is marked, unless the table does so: it may end the turn or lose a card.
  const isOnly = next.size + group.length + whole.length + shown.buttons.length === 1;
  if (isOnly) buttons.filter((button) => !button.dataset.again).forEach((button) => button.classList.add("main"));
  fill("do", buttons);
  // A touch that ends a move is said before it: what it is for, also where nobody had to choose that.
  const begun = group.length || (!next.size && !whole.length) ? [] : chosen.map((id) => shown.parts.find((part) => part.id === id)).filter((part) => part && !part.board);
  // Where nothing but the picture goes on with it, that is said: whom or what to touch there.
  const there = [...next.values()].filter((part) => part.board && shown.places[part.id]);
  const onPicture = there.length && there.length === next.size && !group.length;
  const names = there.length <= MOST_NAMED ? `: ${there.map((part) => part.text).join(" · ")}` : "";
  const said = begun.length ? `${begun.map((part) => part.text).join(" · ")} · …` : "";
  text("chosen", [said, onPicture && chosen.length ? `${words.touch_picture}${names}` : ""].filter(Boolean).join(" "));
  byId("chosen").hidden = !byId("chosen").textContent;
  const touched = places(next);
  fill("places", touched);
  // Where nothing is touched on the board, the hand and what can be done come before it.
  byId("table").classList.toggle("hand-first", buttons.length > 0 && !touched.length);
  const all = [...shown.moves.map((move) => touchable(move, { do: move.id })), ...others];
  byId("all").hidden = all.length < 2 || group.length > 0;
  fill("list", all.map((button) => {
    const item = make("li");
    item.append(button);
    return item;
  }));
}

function touchable(value, data) {
  const button = make("button", "", { type: "button" });
  Object.assign(button.dataset, data);
  if (value.sign) button.append(picture(value.sign));
  const told = make("span", value.text);
  if (value.detail) told.append(make("small", value.detail));
  button.append(told);
  if (value.value) button.append(make("strong", value.value));
  button.classList.toggle("main", value.tone === "now");
  return button;
}

function places(next) {
  const open_ = [...next.values()].filter((part) => part.board && shown.places[part.id]);
  const done = chosen.filter((id) => shown.places[id] && !next.has(id))
    .map((id) => ({ ...shown.parts.find((part) => part.id === id), chosen: true }));
  return [...open_, ...done].map((part) => {
    const [left, top, wide, high] = shown.places[part.id];
    const button = make("button", "", { type: "button" });
    button.setAttribute("aria-label", part.text);
    button.setAttribute("aria-pressed", String(Boolean(part.chosen)));
    button.classList.toggle("chosen", Boolean(part.chosen));
    Object.assign(button.dataset, part.chosen ? { again: "yes" } : { part: part.id });
    Object.assign(button.style, {
      left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * wide}%`, height: `${100 * high}%`,
    });
    return button;
  });
}

async function send(value) {
  try {
    const answer = await post("touch", value);
    if (answer.status === 403) await join({ first: true });
    // It was not taken: the table starts, or too many ask it.
    if (answer.status === 503) { lost(true); listen(); }
  } catch { lost(true); }
}

document.addEventListener("click", (event) => {
  // Newer windows have taken its place: whoever touches this one looks at it.
  if (!source && !byId("lost").hidden && !byId("table").hidden) listen();
  const touched = event.target.closest("button");
  if (!touched || !shown || isUnread(touched)) return;
  // What one has touched oneself may change at once.
  changed = -Infinity;
  const { part, again: backwards, do: what, seat, counter, value, ask: question } = touched.dataset;
  if (question) send({ ask: question });
  else if (seat !== undefined) send({ seat });
  else if (counter) send({ counter, value: value === "" ? null : Number(value) });
  else if (touched.id === "add" && written("counter").trim()) {
    if (isTooLong("counter")) return;
    send({ counter: written("counter").trim(), value: 0 });
    byId("counter").value = "";
  }
  else if (touched.id === "hint") send({ hint: true });
  else if (what) send({ do: what, offer: shown.offer });
  else if (backwards) { chosen = []; own(); }
  else if (part) {
    const before = open(), inGroup = before.group.some((one) => one.id === part);
    // A piece may stay where it is: its place is touched twice.
    if (chosen.includes(part) && !before.next.has(part)) chosen = inGroup ? chosen.filter((id) => id !== part) : [];
    else chosen.push(part);
    const { whole, next, group } = open();
    if (whole.length === 1 && !next.size && !group.length) send({ do: whole[0].id, offer: shown.offer });
    own();
  }
});

// A place of the board where nothing can be done: the table says why, and shows it to another table.
byId("picture").addEventListener("click", (event) => {
  if (!shown || !shown.seat) return;
  const box = event.target.getBoundingClientRect();
  send({ chosen, at: [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height] });
});

// Half a surrogate pair, as of a cut emoji, cannot be sent.
function written(id) {
  return byId(id).value.replace(/[\ud800-\udfff]/gu, "");
}

// The table counts characters, not what they take: some take two units here.
function isTooLong(id) {
  const is = [...written(id)].length > Number(byId(id).dataset.most);
  byId(`${id}-long`).hidden = !is;
  return is;
}

let writing = 0;
byId("counter").addEventListener("input", () => isTooLong("counter"));
byId("note").addEventListener("input", () => {
  clearTimeout(writing);
  if (!isTooLong("note")) writing = setTimeout(() => send({ note: written("note") }), 700);
});

// --- being called --------------------------------------------------------------------------------------------------

let audio = null;
document.addEventListener("pointerdown", () => {
  // Browsers let a page sound only once it has been touched.
  if (!audio && window.AudioContext) audio = new AudioContext();
}, { once: true });

function call() {
  if (byId("vibration").checked && navigator.vibrate) navigator.vibrate(120);
  if (!byId("sound").checked || !audio) return;
  [660, 880].forEach((hertz, at) => {
    const tone = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + 0.16 * at;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  });
}

// --- the beginning -------------------------------------------------------------------------------------------------

async function begin() {
  try {
    const wishes = (navigator.languages || [navigator.language]).join();
    words = await (await fetch(`words?language=${encodeURIComponent(wishes)}`)).json();
  } catch {
    setTimeout(begin, 1000);
    return;
  }
  document.documentElement.lang = words.language;
  if (onlookers) document.documentElement.classList.add("onlookers", onlookers);
  byId("last").hidden = !onlookers;
  byId("log").parentElement.open = Boolean(onlookers);
  document.title = words.title || document.title;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = words[element.dataset.word] || "";
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", words[element.dataset.label] || "");
  setting("large", false);
  setting("sound", true);
  setting("vibration", true);
  byId("awake").parentElement.hidden = !navigator.wakeLock;
  setting("awake", true);
  byId("join").addEventListener("submit", (event) => {
    event.preventDefault();
    join({ code: byId("code").value.trim() }).catch(() => lost(true));
  });
  const ticket = location.hash.slice(1);
  // The ticket stays neither in the address nor in the history.
  if (ticket) history.replaceState(null, "", location.pathname);
  // A program for streams has no field for the six digits: they stand in the address that is typed into it.
  join(/^[0-9]{6}$/.test(ticket) ? { code: ticket } : ticket ? { ticket } : { first: true }).catch(again);
}

// What is shown where this file cannot be read or fails: the browser is older than what it needs.
function isTooOld(is) {
  byId("old").hidden = !is;
}
addEventListener("error", (event) => { if (event.error) isTooOld(true); });
addEventListener("unhandledrejection", () => isTooOld(true));

if ([window.fetch, window.AbortController, window.EventSource, Element.prototype.append].every(Boolean)) {
  isTooOld(false);
  begin();
}
