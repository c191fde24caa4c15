import type { FieldValue } from '#contract/books/field.ts'
import type { EntryLine } from '../data-table-props.ts'
import type { EntryLineDraft, EntryLineState } from '../editing/edit-action.ts'
import type { Signals } from '../signals.ts'

export interface EntryStore {
  /** Returns the same object until something changes. Changes emit `entry`. */
  get(): EntryLineState
  /** Starts the line with what the screen saved, or with its `initial`; once. */
  start(line: EntryLine | undefined): void
  set(key: string, value: FieldValue): void
  refuse(key: string, text: string, error: string): void
  /**
   * Resolves to true when the record was accepted and the line is reset, keeping carried values.
   */
  add(): Promise<boolean>
  /** Clears carried values; false when there were none. */
  clearCarried(): boolean
  /** Drops text that is not a valid value; false when the field has none. */
  dropText(key: string): boolean
  /** Resets the line to its initial state. */
  clear(): void
  /** Restores what was just cleared or dropped; false when something else changed since. */
  undoClear(): boolean
  /** The record added last while the table has been mounted. */
  lastDraft(): EntryLineDraft | null
  /** The user entered something that isn't added yet. */
  hasInput(): boolean
}

const emptyState: EntryLineState = {
  draft: {},
  texts: {},
  errors: {},
  message: null,
  shownMessage: null,
  isBusy: false,
  carried: [],
  derived: [],
}

export function createEntry(signals: Signals, getLine: () => EntryLine | undefined): EntryStore {
  let state = emptyState
  let isStarted = false
  /** Initial and carried values, which don't count as input. */
  let initialDraft: EntryLineDraft = {}
  let lastAdded: EntryLineDraft | null = null
  /** The line before the change just made, if that only cleared something. */
  let cleared: { readonly state: EntryLineState; readonly initialDraft: EntryLineDraft } | null = null

  function updateState(changes: Partial<EntryLineState>) {
    cleared = null
    state = { ...state, ...changes }
    const saved = getLine()?.saved
    if (saved) saved.current = { state: { ...state, isBusy: false }, initialDraft }
    signals.emit('entry')
    if (changes.draft) getLine()?.onDraftChange?.(pickTyped(changes.draft, initialDraft))
  }

  /** The initial line, keeping some of the typed values. */
  function resetDraft(keptState: Partial<EntryLineState>, typed: EntryLineDraft) {
    initialDraft = getLine()?.initial?.() ?? {}
    updateState({ ...keptState, draft: { ...initialDraft, ...typed }, carried: [], derived: [] })
  }

  function clearWith(clear: () => void) {
    const before = { state, initialDraft }
    clear()
    cleared = before
  }

  async function add() {
    const line = getLine()
    if (!line || state.isBusy || Object.keys(state.texts).length > 0) return false
    updateState({ isBusy: true })
    const outcome = await tryAdd(line, state.draft)
    if (outcome) {
      const { message, fields = {}, isShown } = outcome
      updateState({ isBusy: false, message, errors: fields, shownMessage: isShown ? message : null })
      return false
    }
    lastAdded = state.draft
    const carried = (line.carries ?? []).filter((key) => (state.draft[key] ?? null) !== null)
    initialDraft = initialDraftFrom(line, state.draft, carried)
    const initial = line.initial?.() ?? {}
    const derived = listFilledKeys(initialDraft).filter(
      (key) => initialDraft[key] !== initial[key] && !carried.includes(key),
    )
    updateState({ ...emptyState, draft: initialDraft, carried, derived })
    return true
  }

  return {
    get: () => state,
    start(line) {
      if (isStarted || !line) return
      isStarted = true
      initialDraft = line.saved?.current?.initialDraft ?? line.initial?.() ?? {}
      state = line.saved?.current?.state ?? { ...emptyState, draft: initialDraft }
    },
    set(key, value) {
      const draft = { ...state.draft, [key]: value }
      updateState(withField(state, getLine()?.derive?.(draft, key) ?? draft, key))
    },
    refuse: (key, text, error) =>
      updateState({ texts: { ...state.texts, [key]: text }, errors: { ...state.errors, [key]: error } }),
    add,
    clearCarried() {
      const hasCarried = state.carried.length > 0
      if (hasCarried) clearWith(() => resetDraft({}, pickTyped(state.draft, initialDraft)))
      return hasCarried
    },
    dropText(key) {
      const hasInvalidText = state.texts[key] !== undefined
      if (hasInvalidText) clearWith(() => updateState(withField(state, state.draft, key)))
      return hasInvalidText
    },
    clear: () => clearWith(() => resetDraft(emptyState, {})),
    undoClear() {
      if (!cleared) return false
      initialDraft = cleared.initialDraft
      updateState(cleared.state)
      return true
    },
    lastDraft: () => lastAdded,
    hasInput: () => hasInput(state, initialDraft),
  }
}

/**
 * The state after `key` was entered. Errors go with the values they were about, also for derived
 * fields.
 */
function withField(state: EntryLineState, draft: EntryLineDraft, key: string): Partial<EntryLineState> {
  const derivedKeys = Object.keys(draft).filter((other) => other !== key && draft[other] !== state.draft[other])
  const changed = [key, ...derivedKeys]
  return {
    draft,
    texts: without(state.texts, key),
    errors: changed.reduce(without, state.errors),
    message: null,
    carried: state.carried.filter((other) => other !== key),
    derived: listFilledKeys(draft).filter(
      (other) => derivedKeys.includes(other) || (other !== key && state.derived.includes(other)),
    ),
  }
}

function listFilledKeys(draft: EntryLineDraft): string[] {
  return Object.keys(draft).filter((key) => (draft[key] ?? '') !== '')
}

/** The line's start values after a record: the carried ones and those derived from them. */
function initialDraftFrom(line: EntryLine, before: EntryLineDraft, carried: readonly string[]): EntryLineDraft {
  return carried.reduce<EntryLineDraft>((initialDraft, key) => {
    const draft = { ...initialDraft, [key]: before[key] ?? null }
    return line.derive?.(draft, key) ?? draft
  }, line.initial?.() ?? {})
}

/** The user's input: what differs from the start values. */
function pickTyped(draft: EntryLineDraft, initialDraft: EntryLineDraft): EntryLineDraft {
  return Object.fromEntries(Object.entries(draft).filter(([key, value]) => value !== initialDraft[key]))
}

function hasInput({ texts, draft }: EntryLineState, initialDraft: EntryLineDraft): boolean {
  return (
    Object.keys(texts).length > 0 || Object.values(pickTyped(draft, initialDraft)).some((value) => (value ?? '') !== '')
  )
}

/** What is wrong with a field of the line, or with the line; null when the screen shows it. */
export function describeEntry({ errors, message, shownMessage }: EntryLineState, key: string): string | null {
  const text = errors[key] ?? message
  return text === shownMessage ? null : text
}

async function tryAdd(line: EntryLine, draft: EntryLineDraft) {
  try {
    return await line.onAdd(draft)
  } catch (error) {
    reportError(error)
    return { message: '추가하지 못했습니다. 입력한 내용은 그대로 있습니다.' }
  }
}

function without(record: Readonly<Record<string, string>>, key: string): Readonly<Record<string, string>> {
  const { [key]: _removed, ...rest } = record
  return rest
}
