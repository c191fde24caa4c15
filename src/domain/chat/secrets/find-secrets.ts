import type { ReplacedKind } from '#contract/chat/answer.ts'
import { foldText } from './fold-text.ts'
import type { Found } from './number-shapes.ts'
import { secretsByRule } from './secret-rules.ts'

export interface FoundSecret {
  readonly kind: ReplacedKind
  readonly start: number
  readonly end: number
  /** Its digits and letters alone, the same for every spelling. */
  readonly value: string
}

/** Values to hide wherever they occur. */
export interface KnownValues {
  kindOf(value: string): ReplacedKind | undefined
  /** The lengths of these values. */
  readonly lengths: ReadonlySet<number>
}

/** All personal numbers in the text, in order and without overlaps. */
export function findSecrets(original: string, known: KnownValues): FoundSecret[] {
  const folded = foldText(original)
  if (!/\d/.test(folded.text)) return []
  const covered = new Uint8Array(folded.text.length)
  const found: Found[] = []
  const cover = (more: readonly Found[]) => {
    for (const one of more) {
      for (const piece of freePieces(one, folded.text, covered)) {
        covered.fill(1, piece.at, piece.to)
        found.push(piece)
      }
    }
  }
  cover(secretsByRule(folded.text))
  cover(repeatsIn(folded.text, withKnown(known, found)))
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind, at, to, value }) => ({ kind, value, start: folded.starts[at] ?? 0, end: folded.ends[to - 1] ?? 0 }))
}

/**
 * The part of a number not claimed yet, usually all of it. Of two that overlap (031-345-6789 4111
 * 1111 …: the last four digits of the telephone number and what follows may be a card) either may
 * be meant, so the digits of both are hidden.
 */
function freePieces(one: Found, text: string, covered: Uint8Array): Found[] {
  if (!covered.subarray(one.at, one.to).includes(1)) return [one]
  const free = text
    .slice(one.at, one.to)
    .replace(/[^]/g, (letter, to: number) => (covered[one.at + to] === 1 ? '\n' : letter))
  return [...free.matchAll(/[0-9A-Za-z](?:[^\n]*[0-9A-Za-z])?/g)].flatMap(({ 0: piece, index }) => {
    const value = piece.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
    return value.length < 3 ? [] : [{ kind: one.kind, at: one.at + index, to: one.at + index + piece.length, value }]
  })
}

function withKnown(known: KnownValues, found: readonly Found[]): KnownValues {
  const ownKinds = new Map(found.map(({ value, kind }) => [value, kind]))
  return {
    kindOf: (value) => known.kindOf(value) ?? ownKinds.get(value),
    lengths: new Set([...known.lengths, ...found.map(({ value }) => value.length)]),
  }
}

/**
 * Finds known values with up to three characters between their digits, in one pass over the text.
 */
function repeatsIn(text: string, { kindOf, lengths }: KnownValues): Found[] {
  if (lengths.size === 0) return []
  const positions = [...text.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index)
  const letters = positions
    .map((position) => text[position])
    .join('')
    .toUpperCase()
  const repeated: Found[] = []
  for (const [first, at] of positions.entries()) {
    if (/\d/.test(text[at - 1] ?? '')) continue
    for (const length of lengths) {
      const last = positions[first + length - 1]
      if (last === undefined || last - at > length * 4 || /\d/.test(text[last + 1] ?? '')) continue
      const value = letters.slice(first, first + length)
      const kind = kindOf(value)
      const isJoined = () =>
        positions
          .slice(first, first + length - 1)
          .every((position, to) => (positions[first + to + 1] ?? 0) - position <= 4)
      if (kind !== undefined && isJoined()) repeated.push({ kind, at, to: last + 1, value })
    }
  }
  return repeated
}
