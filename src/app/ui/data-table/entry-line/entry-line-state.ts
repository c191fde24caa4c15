import type { FieldValue } from '#contract/books/field.ts'
import type { EntryLine } from '../data-table-props.ts'
import type { EntryDraft } from '../editing/edit-action.ts'
import type { Signals } from '../signals.ts'

/** The line for a new record: its draft, and what is wrong with it. */
export interface EntryState {
  readonly draft: EntryDraft
  /** Text that stands for no value, by field: kept until it is mended. */
  readonly texts: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly message: string | null
  readonly isBusy: boolean
  /** Fields whose value came over from the record added before. */
  readonly carried: readonly string[]
}

export interface Entry {
  /** The same object until something in it changes. Emits `entry`. */
  get(): EntryState
  /** Starts the line from the screen's `initial`, once. */
  start(line: EntryLine | undefined): void
  set(key: string, value: FieldValue): void
  refuse(key: string, text: string, error: string): void
  /** True when the record was taken and the line is empty again, but for what is carried over. */
  add(): Promise<boolean>
  /** Empties what came over from the record before; false when nothing did. */
  dropCarried(): boolean
  /** Takes back a text that stands for no value; false when the field has none. */
  dropText(key: string): boolean
  /** Back to the line as it opens. */
  clear(): void
  /** The record added last, while the table stands. */
  last(): EntryDraft | null
  /** A person has put something in that is not added yet. */
  hasInput(): boolean
}

const emptyState: EntryState = { draft: {}, texts: {}, errors: {}, message: null, isBusy: false, carried: [] }

export function createEntry(signals: Signals, lineNow: () => EntryLine | undefined): Entry {
  let state = emptyState
  let isStarted = false
  /** What the line began with: no input of the person's. */
  let begun: EntryDraft = {}
  let added: EntryDraft | null = null

  function change(part: Partial<EntryState>) {
    state = { ...state, ...part }
    signals.emit('entry')
    if (part.draft) lineNow()?.onDraftChange?.(typedInto(part.draft, begun))
  }

  /** The line as it opens, with some of what was typed. */
  function startOver(kept: Partial<EntryState>, typed: EntryDraft) {
    begun = lineNow()?.initial?.() ?? {}
    change({ ...kept, draft: { ...begun, ...typed }, carried: [] })
  }

  async function add() {
    const line = lineNow()
    if (!line || state.isBusy || Object.keys(state.texts).length > 0) return false
    change({ isBusy: true })
    const outcome = await outcomeOf(line, state.draft)
    if (outcome) {
      change({ isBusy: false, message: outcome.message, errors: outcome.fields ?? {} })
      return false
    }
    added = state.draft
    const carried = (line.carries ?? []).filter((key) => (state.draft[key] ?? null) !== null)
    begun = begunWith(line, state.draft, carried)
    change({ ...emptyState, draft: begun, carried })
    return true
  }

  return {
    get: () => state,
    start(line) {
      if (isStarted || !line) return
      isStarted = true
      begun = line.initial?.() ?? {}
      state = { ...emptyState, draft: begun }
    },
    set(key, value) {
      const draft = { ...state.draft, [key]: value }
      change(withField(state, lineNow()?.derive?.(draft, key) ?? draft, key))
    },
    refuse: (key, text, error) =>
      change({ texts: { ...state.texts, [key]: text }, errors: { ...state.errors, [key]: error } }),
    add,
    dropCarried() {
      const isCarrying = state.carried.length > 0
      if (isCarrying) startOver({}, typedInto(state.draft, begun))
      return isCarrying
    },
    dropText(key) {
      const isHeld = state.texts[key] !== undefined
      if (isHeld) change(withField(state, state.draft, key))
      return isHeld
    },
    clear: () => startOver(emptyState, {}),
    last: () => added,
    hasInput: () => holdsInput(state, begun),
  }
}

/** The state with another draft, in which `key` was entered; a fault goes with the value it was about, also where that was filled in along with it. */
function withField(state: EntryState, draft: EntryDraft, key: string): Partial<EntryState> {
  const changed = [key, ...Object.keys(draft).filter((other) => draft[other] !== state.draft[other])]
  return {
    draft,
    texts: without(state.texts, key),
    errors: changed.reduce(without, state.errors),
    message: null,
    carried: state.carried.filter((other) => other !== key),
  }
}

/** What a line begins with after a record: what stays of it, and what follows from that. */
function begunWith(line: EntryLine, before: EntryDraft, carried: readonly string[]): EntryDraft {
  return carried.reduce<EntryDraft>((begun, key) => {
    const draft = { ...begun, [key]: before[key] ?? null }
    return line.derive?.(draft, key) ?? draft
  }, line.initial?.() ?? {})
}

/** What a person has put in, beside what the line began with. */
function typedInto(draft: EntryDraft, begun: EntryDraft): EntryDraft {
  return Object.fromEntries(Object.entries(draft).filter(([key, value]) => value !== begun[key]))
}

function holdsInput({ texts, draft }: EntryState, begun: EntryDraft): boolean {
  return Object.keys(texts).length > 0 || Object.values(typedInto(draft, begun)).some((value) => (value ?? '') !== '')
}

async function outcomeOf(line: EntryLine, draft: EntryDraft) {
  try {
    return await line.onAdd(draft)
  } catch (error) {
    reportError(error)
    return { message: '추가하지 못했습니다. 입력한 내용은 그대로 있습니다.' }
  }
}

function without(record: Readonly<Record<string, string>>, key: string): Readonly<Record<string, string>> {
  const { [key]: _left, ...rest } = record
  return rest
}
