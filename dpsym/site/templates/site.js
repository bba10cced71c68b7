"use strict";

(function theme() {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const show = () => { button.textContent = dark() ? "Light" : "Dark"; };
  if (stored()) root.dataset.theme = stored();
  button.hidden = false;
  show();
  system.addEventListener("change", show);
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* it lasts for this page */ }
    show();
  });
})();

(function copying() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("button.copy")) {
    button.hidden = false;
    const label = button.firstChild;
    button.addEventListener("click", async (event) => {
      event.preventDefault();  // it may stand in a summary
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      label.textContent = "Copied";
      window.setTimeout(() => { label.textContent = "Copy"; }, 1500);
    });
  }
})();

(function search() {
  const form = document.getElementById("filters");
  if (!form) return;
  const list = document.getElementById("theorems");
  const items = Array.from(list.querySelectorAll("li"));
  const sources = Array.from(list.children);
  const opened = new Map(sources.map((group) => [group, group.open]));
  const words = document.getElementById("search");
  const choices = ["family", "verdict"].map((name) => document.getElementById(name));
  const [grouping, sorting] = ["group", "sort"].map((name) => document.getElementById(name));
  const fields = [words, ...choices, grouping, sorting];
  const standard = new Map(fields.map((field) => [field, field.value]));
  const greek = { "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon",
    "η": "eta", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "τ": "tau", "θ": "theta", "φ": "phi", "ω": "omega", "Δ": "delta", "Φ": "phi", "∞": "oo" };

  function canonical(text) {  // as the pages have it in data-words
    return Array.from(text, (letter) => greek[letter] || letter).join("").toLowerCase()
      .replace(/\b(?:var)?eps(?:ilon)?(?=[^a-z]|$)/g, "epsilon");
  }

  function matches(item, wanted) {
    return wanted.every((word) => item.dataset.words.includes(word)) && choices.every(
      (choice) => !choice.value || (choice.id === "verdict"
        ? item.dataset.verdict.split(" ").includes(choice.value)
        : item.dataset[choice.id] === choice.value));
  }

  const order = {
    place: (a, b) => a.dataset.place - b.dataset.place,
    seconds: (a, b) => b.dataset.seconds - a.dataset.seconds,
    sentence: (a, b) => a.querySelector("a").textContent.localeCompare(b.querySelector("a").textContent),
  };

  function grouped() {
    for (const made of list.querySelectorAll(".made")) made.remove();
    const homes = new Map();
    for (const item of items.slice().sort(order[sorting.value])) {
      const key = item.dataset[grouping.value].split(" ")[0];
      if (!homes.has(key)) homes.set(key, home(key));
      homes.get(key).querySelector("ol").append(item);
    }
    for (const group of sources) group.hidden = grouping.value !== "source";
  }

  function home(key) {
    if (grouping.value === "source") return sources.find((group) => group.dataset.group === key);
    const group = document.createElement("details");
    group.className = "group made";
    group.dataset.group = key;
    group.innerHTML = "<summary><h2></h2></summary><ol class=theorems></ol>";
    group.querySelector("h2").textContent = key;
    list.append(group);
    return group;
  }

  function update() {
    const wanted = canonical(words.value).split(/\s+/).filter(Boolean);
    const chosen = wanted.length > 0 || choices.some((choice) => choice.value);
    let shown = 0;
    for (const item of items) {
      item.hidden = !matches(item, wanted);
      shown += item.hidden ? 0 : 1;
    }
    for (const group of list.children) {
      if (group.classList.contains("made") || grouping.value === "source") {
        group.hidden = !group.querySelector("li:not([hidden])");
        group.open = chosen || (opened.get(group) ?? items.length <= 20);
      }
    }
    document.getElementById("count").textContent = `${shown} of ${items.length} theorems`;
    document.getElementById("nothing").hidden = shown > 0;
    const kept = fields.filter((field) => field.value !== standard.get(field))
      .map((field) => `${field.id}=${encodeURIComponent(field.value)}`).join("&");
    history.replaceState(null, "", kept ? `#${kept}` : window.location.pathname);
  }

  function restore() {
    const kept = new URLSearchParams(window.location.hash.slice(1));
    for (const field of fields) field.value = kept.get(field.id) ?? standard.get(field);
    const group = sources.find((each) => each.dataset.group === kept.get("open"));
    grouped();
    if (group) opened.set(group, true);
    update();
    if (group) group.scrollIntoView();
  }

  function clear() {
    form.reset();
    grouped();
    update();
    words.focus();
  }

  form.hidden = false;
  restore();
  window.addEventListener("hashchange", restore);
  words.addEventListener("input", update);
  for (const choice of choices) choice.addEventListener("change", update);
  for (const choice of [grouping, sorting]) {
    choice.addEventListener("change", () => { grouped(); update(); });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => window.setTimeout(() => { grouped(); update(); }));
  document.getElementById("clear").addEventListener("click", clear);
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing) { event.preventDefault(); words.focus(); }
    if (event.key === "Escape" && typing) clear();
  });
})();
