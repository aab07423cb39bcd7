/** The verification on a match's page: the record is fetched as its file is, checked here, and told check by check. */

import { verify as texts } from "../i18n/es.verify";
import { checks, type Noted } from "./checks";
import { Wrong } from "./parts";

type Mark = "holds" | "fails" | "skipped";

/** Makes the section's form work. Everything that it shows is text. */
export function mount(section: HTMLElement): void {
  const form = section.querySelector("form")!;
  const results = section.querySelector<HTMLOListElement>("ol")!;
  const verdict = section.querySelector<HTMLElement>("[role=status]")!;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(section.dataset, notedIn(form), results, verdict);
  });
}

async function run(asked: DOMStringMap, noted: Noted, results: HTMLElement, verdict: HTMLElement): Promise<void> {
  results.replaceChildren();
  say(verdict, texts.running);
  if (!globalThis.crypto?.subtle) return say(verdict, texts.noCrypto, "fails");
  const data = await fetched(asked.record ?? "");
  if (data === undefined) return say(verdict, texts.away, "fails");
  try {
    for await (const held of checks(data, noted)) tell(results, "holds", held.check, texts.held[held.check]!(held.named));
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    tell(results, "fails", error.check, texts.wrong[`${error.check} ${error.fault}`]!(error.named));
    return say(verdict, texts.failed, "fails");
  }
  const rules = asked.rules ?? "unknown";
  tell(results, rules === "ok" ? "holds" : rules === "wrong" ? "fails" : "skipped", "rules", texts.rules[rules]!);
  say(verdict, rules === "wrong" ? texts.failed : texts.allHold, rules === "wrong" ? "fails" : "holds");
}

/** The parsed file; undefined when it could not be had. */
async function fetched(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { credentials: "same-origin", cache: "no-store" });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

function notedIn(form: HTMLFormElement): Noted {
  const value = (name: string): string => String(new FormData(form).get(name) ?? "").trim().toLowerCase();
  return { commitment: value("commitment"), chain: value("chain") };
}

function tell(results: HTMLElement, mark: Mark, check: keyof typeof texts.checks, sentence: string): void {
  const line = document.createElement("li");
  line.dataset.mark = mark;
  line.dataset.check = check;
  const name = document.createElement("b");
  name.textContent = texts.checks[check];
  const state = document.createElement("span");
  state.className = "verify-mark";
  state.textContent = texts[mark];
  const told = document.createElement("span");
  told.textContent = sentence;
  line.append(state, name, told);
  results.append(line);
}

function say(verdict: HTMLElement, sentence: string, mark: Mark | "" = ""): void {
  verdict.dataset.mark = mark;
  verdict.textContent = sentence;
}
