import { type Bracket, getRateDataSchema, type RateKind, rateKinds, type RateShape } from '#contract/rates/rates.ts'
import { parseNumberEntry } from '#domain/entry/number-entry.ts'
import { formatWon, parseWon } from '#domain/money/won.ts'

/** A line of a rate table as typed. */
export type BracketDraft = Readonly<Record<keyof Bracket, string>>
export type ChannelsDraft = Readonly<Record<'paper' | 'eform' | 'electronic', string>>
export type RateEntryDraft = string | ChannelsDraft | readonly BracketDraft[]

/** Data of a version as typed texts, by entry. */
export type RateDraft = Readonly<Record<string, RateEntryDraft>>

/** Every entry of a kind with its type. */
export function listRateEntries(kind: RateKind): readonly { key: string; label: string; shape: RateShape }[] {
  return rateKinds[kind].entries
}

export function createRateDraft(kind: RateKind, data: Readonly<Record<string, unknown>>): RateDraft {
  return Object.fromEntries(listRateEntries(kind).map(({ key, shape }) => [key, createEntryDraft(shape, data[key])]))
}

/** The data the texts represent, or errors by path: `amounts.2.up_to`. */
export function readRateDraft(
  kind: RateKind,
  draft: RateDraft,
): { ok: true; data: Record<string, unknown> } | { ok: false; errors: Readonly<Record<string, string>> } {
  const errors: Record<string, string> = {}
  const data = Object.fromEntries(
    listRateEntries(kind).map(({ key, shape }) => [key, readEntry(shape, draft[key], { path: key, errors })]),
  )
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const parsed = getRateDataSchema(kind).safeParse(data)
  if (parsed.success) return { ok: true, data }
  return {
    ok: false,
    errors: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
  }
}

function createEntryDraft(shape: RateShape, value: unknown): RateEntryDraft {
  if (shape === 'brackets')
    return (Array.isArray(value) ? value : []).map((line) => createBracketDraft(line as Bracket))
  if (shape !== 'channels') return shape === 'won' ? formatWonInput(value) : formatNumberInput(value)
  const fees: Readonly<Record<string, unknown>> = { ...(typeof value === 'object' ? value : null) }
  return {
    paper: formatWonInput(fees['paper']),
    eform: formatWonInput(fees['eform']),
    electronic: formatWonInput(fees['electronic']),
  }
}

function createBracketDraft({ up_to, percent, base }: Bracket): BracketDraft {
  return { up_to: formatWonInput(up_to), percent: formatNumberInput(percent), base: formatWonInput(base) }
}

function formatWonInput(value: unknown): string {
  return typeof value === 'number' ? formatWon(value) : ''
}

function formatNumberInput(value: unknown): string {
  return typeof value === 'number' ? String(value) : ''
}

interface RateParsing {
  readonly path: string
  readonly errors: Record<string, string>
}

function readEntry(shape: RateShape, draft: RateEntryDraft | undefined, { path, errors }: RateParsing): unknown {
  if (shape === 'brackets') {
    const lines = Array.isArray(draft) ? (draft as readonly BracketDraft[]) : []
    return lines.map(({ up_to, percent, base }, index) => ({
      up_to: readAmount(up_to, { path: `${path}.${index}.up_to`, errors }),
      percent: readRate(percent, { path: `${path}.${index}.percent`, errors }),
      base: requireAmount(readAmount(base, { path: `${path}.${index}.base`, errors }), {
        path: `${path}.${index}.base`,
        errors,
      }),
    }))
  }
  if (shape === 'channels') {
    const { paper = '', eform = '', electronic = '' } = (draft ?? {}) as Partial<ChannelsDraft>
    return {
      paper: requireAmount(readAmount(paper, { path: `${path}.paper`, errors }), { path: `${path}.paper`, errors }),
      eform: readAmount(eform, { path: `${path}.eform`, errors }),
      electronic: readAmount(electronic, { path: `${path}.electronic`, errors }),
    }
  }
  const text = typeof draft === 'string' ? draft : ''
  return shape === 'won'
    ? requireAmount(readAmount(text, { path, errors }), { path, errors })
    : readRate(text, { path, errors })
}

function readAmount(text: string, { path, errors }: RateParsing): number | null {
  const amount = parseWon(text)
  if (amount.ok) return amount.value
  errors[path] = amount.message
  return null
}

function requireAmount(amount: number | null, { path, errors }: RateParsing): number {
  if (amount === null) errors[path] ??= '금액을 입력해 주세요.'
  return amount ?? 0
}

function readRate(text: string, { path, errors }: RateParsing): number {
  const number = parseNumberEntry(text, '율(%)')
  if (number.ok && number.value !== null) return number.value
  errors[path] = number.ok ? '숫자로 입력해 주세요.' : number.message
  return Number.NaN
}
