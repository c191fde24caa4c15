import { replacedKinds, type Replaced, type ReplacedKind } from '#contract/chat/answer.ts'
import { replacedNames } from '#contract/chat/chat-words.ts'
import { findSecrets } from './find-secrets.ts'

/**
 * The numbers removed from one question and its lookups. Exists only while the answer is made and
 * is stored nowhere.
 */
export interface Vault {
  /** Placeholder to original spelling. */
  readonly written: Map<string, string>
  /** Original spelling to placeholder. */
  readonly placeholders: Map<string, string>
  /** Every value with its kind and its number within the kind. */
  readonly values: Map<string, { readonly kind: ReplacedKind; readonly number: number; spellings: number }>
  /** The lengths of all values. */
  readonly lengths: Set<number>
  /** The number of values per kind. */
  readonly counts: Map<ReplacedKind, number>
}

export function createVault(): Vault {
  return { written: new Map(), placeholders: new Map(), values: new Map(), lengths: new Set(), counts: new Map() }
}

/**
 * Replaces every personal number by a placeholder: `⟦주민등록번호1⟧`, and `⟦주민등록번호1-2⟧` for the same
 * number in another spelling. Typed brackets get placeholders too, so that nobody can type a
 * placeholder and receive a number. Call it once: a second call would hide the placeholders.
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

/** Replaces every placeholder of this vault by the original text; others stay unchanged. */
export function restoreSecrets(text: string, vault: Vault): string {
  return text.replace(placeholderShape, (whole) => vault.written.get(whole) ?? whole)
}

/** The kinds of hidden numbers, with the count of different ones. */
export function replacedIn({ counts }: Vault): Replaced {
  return replacedKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0
    return count === 0 ? [] : [{ kind, count }]
  })
}

/**
 * Restores a text that arrives in pieces; a possible start of a placeholder is held back until its
 * end.
 */
export function createRestorer(vault: Vault): { push(delta: string): string; end(): string } {
  let waiting = ''
  return {
    push(delta) {
      const text = waiting + delta
      const openBracket = text.lastIndexOf('⟦')
      const isOpen =
        openBracket >= 0 && !text.includes('⟧', openBracket) && text.length - openBracket <= maxPlaceholderLength
      waiting = isOpen ? text.slice(openBracket) : ''
      return restoreSecrets(isOpen ? text.slice(0, openBracket) : text, vault)
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
  const known = vault.values.get(value) ?? register(vault, { kind, value })
  known.spellings += 1
  const name = `${replacedNames[known.kind]}${known.number}`
  return remember(vault, `⟦${name}${known.spellings === 1 ? '' : `-${known.spellings}`}⟧`, written)
}

function register(vault: Vault, { kind, value }: { kind: ReplacedKind; value: string }) {
  const number = (vault.counts.get(kind) ?? 0) + 1
  const entry = { kind, number, spellings: 0 }
  vault.values.set(value, entry)
  vault.lengths.add(value.length)
  vault.counts.set(kind, number)
  return entry
}

function remember(vault: Vault, placeholder: string, written: string): string {
  vault.written.set(placeholder, written)
  vault.placeholders.set(written, placeholder)
  return placeholder
}

function hideBrackets(text: string, vault: Vault): string {
  return text.replace(/[⟦⟧]/g, (bracket) => remember(vault, bracket === '⟦' ? '⟦괄호1⟧' : '⟦괄호2⟧', bracket))
}
