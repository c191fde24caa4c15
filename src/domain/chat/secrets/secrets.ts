import { replacedKinds, type Replaced, type ReplacedKind } from '#contract/chat/answer.ts'
import { replacedNames } from '#contract/chat/chat-words.ts'
import { findSecrets } from './find-secrets.ts'

/** What was taken out of one question and all that was looked up for it. Lives as long as its answer is made, and is kept nowhere. */
export interface Vault {
  /** By placeholder, as it was written. */
  readonly written: Map<string, string>
  /** By what was written. */
  readonly placeholders: Map<string, string>
  /** Every value with its kind and its number within the kind. */
  readonly values: Map<string, { readonly kind: ReplacedKind; readonly number: number; spellings: number }>
  /** How many letters values have. */
  readonly lengths: Set<number>
  /** How many values of a kind there are. */
  readonly counts: Map<ReplacedKind, number>
}

export function createVault(): Vault {
  return { written: new Map(), placeholders: new Map(), values: new Map(), lengths: new Set(), counts: new Map() }
}

/**
 * The text with a placeholder in place of every number of a person: `⟦주민등록번호1⟧`, and `⟦주민등록번호1-2⟧` for the same number in another spelling. Brackets that somebody typed
 * get placeholders too, so that nobody can write one and be given a number for it. Hide once: a second time would hide the placeholders.
 */
export function hideSecrets(text: string, vault: Vault): string {
  const known = { kindOf: (value: string) => vault.values.get(value)?.kind, lengths: vault.lengths }
  let hidden = ''
  let at = 0
  for (const { kind, value, start, end } of findSecrets(text, known)) {
    hidden += hideBrackets(text.slice(at, start), vault) + placeholderOf(vault, { kind, value }, text.slice(start, end))
    at = end
  }
  return hidden + hideBrackets(text.slice(at), vault)
}

/** The text with every placeholder of this vault as it was written; any other stays what it is. */
export function restoreSecrets(text: string, vault: Vault): string {
  return text.replace(placeholderShape, (whole) => vault.written.get(whole) ?? whole)
}

/** Which kinds of numbers were taken out, and how many different ones. */
export function replacedIn({ counts }: Vault): Replaced {
  return replacedKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [{ kind, count }]
  })
}

/** Restores a text that comes in pieces: what may be the beginning of a placeholder waits for its end. */
export function createRestorer(vault: Vault): { push(delta: string): string; end(): string } {
  let waiting = ''
  return {
    push(delta) {
      const text = waiting + delta
      const opened = text.lastIndexOf('⟦')
      const isOpen = opened >= 0 && !text.includes('⟧', opened) && text.length - opened <= maxPlaceholderLength
      waiting = isOpen ? text.slice(opened) : ''
      return restoreSecrets(isOpen ? text.slice(0, opened) : text, vault)
    },
    end() {
      const rest = restoreSecrets(waiting, vault)
      waiting = ''
      return rest
    },
  }
}

const maxPlaceholderLength = 32
const placeholderShape = /⟦[^⟦⟧]{1,30}⟧/g

function placeholderOf(vault: Vault, { kind, value }: { kind: ReplacedKind; value: string }, written: string): string {
  const before = vault.placeholders.get(written)
  if (before !== undefined) return before
  const known = vault.values.get(value) ?? takeIn(vault, { kind, value })
  known.spellings += 1
  const name = `${replacedNames[known.kind]}${known.number}`
  return keep(vault, `⟦${name}${known.spellings === 1 ? '' : `-${known.spellings}`}⟧`, written)
}

function takeIn(vault: Vault, { kind, value }: { kind: ReplacedKind; value: string }) {
  const number = (vault.counts.get(kind) ?? 0) + 1
  const taken = { kind, number, spellings: 0 }
  vault.values.set(value, taken)
  vault.lengths.add(value.length)
  vault.counts.set(kind, number)
  return taken
}

function keep(vault: Vault, placeholder: string, written: string): string {
  vault.written.set(placeholder, written)
  vault.placeholders.set(written, placeholder)
  return placeholder
}

function hideBrackets(text: string, vault: Vault): string {
  return text.replace(/[⟦⟧]/g, (bracket) => keep(vault, bracket === '⟦' ? '⟦괄호1⟧' : '⟦괄호2⟧', bracket))
}
