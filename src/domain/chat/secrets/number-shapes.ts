import type { ReplacedKind } from '#contract/chat/answer.ts'

/** A number in a folded text. */
export interface Found {
  readonly kind: ReplacedKind
  readonly at: number
  readonly to: number
  /** Its digits and letters alone, the same for every spelling. */
  readonly value: string
}

/** The input of a rule. */
export interface NumberMatch {
  readonly whole: string
  readonly value: string
  /** Lengths of the digit groups, in order. */
  readonly groups: readonly number[]
  /** The text directly before and after it. */
  readonly before: string
  readonly after: string
}

/**
 * Finds matches of the shapes, in order, with no digit directly before or after; the rule returns
 * the kind, or null.
 */
export function finderOf(
  shapes: readonly string[],
  kindOf: (match: NumberMatch) => ReplacedKind | null,
): (text: string) => readonly Found[] {
  const patterns = shapes.map((shape) => new RegExp(String.raw`(?<!\d)(?=(?<whole>${shape})(?!\d))`, 'gi'))
  return (text) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(({ groups, index: at }) => {
        const whole = groups?.['whole'] ?? ''
        const kind = kindOf(matchAt(text, at, whole))
        const to = at + whole.length
        return kind === null || isWithinId(text, at, to) ? [] : [{ kind, at, to, value: valueOf(whole) }]
      }),
    )
}

function matchAt(text: string, at: number, whole: string): NumberMatch {
  const to = at + whole.length
  return {
    whole,
    value: valueOf(whole),
    groups: (whole.match(/\d+/g) ?? []).map((group) => group.length),
    before: text.slice(Math.max(0, at - 24), at),
    after: text.slice(to, to + 24),
  }
}

function valueOf(whole: string): string {
  return whole.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

export const gap = String.raw`[ .\-_/]{0,3}`

/** That many digits with any separators between them. */
export function digits(count: number): string {
  return count === 1 ? String.raw`\d` : String.raw`\d(?:${gap}\d){${count - 1}}`
}

/** Registry numbers (1146-2026-710003). */
export function isRegister(whole: string): boolean {
  return /^\d{4}-(?:19|20)\d\d-\d{6}$/.test(whole)
}

/** Begins with a date. */
export function isDated(whole: string): boolean {
  return /^(?:19|20)\d\d ?[-./] ?\d{1,2} ?[-./] ?\d{1,2}(?!\d)/.test(whole)
}

/** A bank account format: three or four groups with hyphens. */
export function isAccountShape(whole: string): boolean {
  return !isRegister(whole) && /^\d{3,6}-\d{2,6}-\d{3,7}(?:-\d{1,4})?$/.test(whole)
}

/** All separators are the same. Two adjacent numbers have a different one between them. */
export function isEven(whole: string): boolean {
  return new Set(whole.match(/\D+/g)).size <= 1
}

/** Ids and hashes contain similar digits. */
function isWithinId(text: string, at: number, to: number): boolean {
  const start = Math.max(0, at - 64)
  const context = text.slice(start, to + 64)
  if (!/[0-9a-f]{12}/i.test(context)) return false
  const ids = [...context.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}/gi)]
  return ids.some(({ 0: id, index }) => /[a-f]/i.test(id) && start + index <= at && to <= start + index + id.length)
}
