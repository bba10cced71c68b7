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

(function search() {
  const form = document.getElementById("filters");
  if (!form) return;
  const items = Array.from(document.querySelectorAll("#theorems > li"));
  const words = document.getElementById("search");
  const choices = ["source", "family", "verdict"].map((name) => document.getElementById(name));
  const fields = [words, ...choices];

  function matches(item) {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    return wanted.every((word) => item.dataset.words.includes(word)) && choices.every(
      (choice) => !choice.value || (choice.id === "verdict"
        ? item.dataset.verdict.split(" ").includes(choice.value)
        : item.dataset[choice.id] === choice.value));
  }

  function update() {
    let shown = 0;
    for (const item of items) {
      item.hidden = !matches(item);
      shown += item.hidden ? 0 : 1;
    }
    document.getElementById("count").textContent = `${shown} of ${items.length} theorems`;
    document.getElementById("nothing").hidden = shown > 0;
    const kept = fields.filter((field) => field.value)
      .map((field) => `${field.id}=${encodeURIComponent(field.value)}`).join("&");
    history.replaceState(null, "", kept ? `#${kept}` : window.location.pathname);
  }

  function restore() {
    const kept = new URLSearchParams(window.location.hash.slice(1));
    for (const field of fields) if (kept.has(field.id)) field.value = kept.get(field.id);
  }

  function clear() {
    form.reset();
    update();
    words.focus();
  }

  form.hidden = false;
  restore();
  update();
  form.addEventListener("input", update);
  form.addEventListener("change", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => window.setTimeout(update));
  document.getElementById("clear").addEventListener("click", clear);
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing) { event.preventDefault(); words.focus(); }
    if (event.key === "Escape" && typing) clear();
  });
})();
