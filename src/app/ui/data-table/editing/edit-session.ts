/**
 * The life of one cell's editor as a pure state machine. The cell input sends events, and the
 * caller handles the results.
 *
 *          input · compositionstart                 finish(commit)
 *   ready ───────────────────────────▶ typing ─────────────────────▶ ready  + committed / unchanged
 *     │                                  │  ▲
 *     │ open (F2, double click)   toggle │  │ toggle                finish(cancel)
 *     └────────────────────────────────▶ caret ────────────────────▶ ready  + cancelled
 *
 * Nothing finishes during a composition; the request is kept and handled at compositionend.
 */
export interface EditSession {
  /**
   * `typing`: arrows commit and move. `caret`: arrows move the caret. (Excel's Enter and Edit
   * modes.)
   */
  readonly mode: 'ready' | 'typing' | 'caret'
  readonly isComposing: boolean
  /** The cell's editable text when the editor opened. */
  readonly base: string
  readonly text: string
  readonly waiting: Finish | null
}

/**
 * How an edit ends. `after` runs when it has ended, with the final text if there was an edit.
 * `isForced` (blur) never keeps the editor open.
 */
export interface Finish {
  readonly how: 'commit' | 'cancel'
  readonly after?: (text?: string) => void
  readonly isForced?: boolean
}

export type SessionEvent =
  | { readonly type: 'input'; readonly text: string; readonly base: string }
  | { readonly type: 'compositionstart'; readonly base: string }
  | { readonly type: 'compositionend'; readonly text: string }
  | { readonly type: 'open'; readonly text: string }
  | { readonly type: 'toggle' }
  | { readonly type: 'finish'; readonly finish: Finish }

/** `ended` is null while the edit continues. */
export interface SessionStep {
  readonly session: EditSession
  readonly ended: Ended | null
}

export interface Ended {
  readonly how: 'commit' | 'unchanged' | 'cancel'
  readonly text: string
  readonly finish: Finish
}

export const readySession: EditSession = { mode: 'ready', isComposing: false, base: '', text: '', waiting: null }

export function stepSession(session: EditSession, event: SessionEvent): SessionStep {
  switch (event.type) {
    case 'input':
      return goOn(typed(session, event.base, event.text))
    case 'compositionstart':
      return goOn({ ...typed(session, event.base, session.text), isComposing: true })
    case 'compositionend':
      return afterComposition({ ...session, isComposing: false, text: event.text, waiting: null }, session.waiting)
    case 'open':
      if (session.mode !== 'ready') return goOn(session)
      return goOn({ ...readySession, mode: 'caret', base: event.text, text: event.text })
    case 'toggle':
      return goOn(toggled(session))
    case 'finish':
      return finished(session, event.finish)
  }
}

function goOn(session: EditSession): SessionStep {
  return { session, ended: null }
}

function typed(session: EditSession, base: string, text: string): EditSession {
  return session.mode === 'ready' ? { ...readySession, mode: 'typing', base, text } : { ...session, text }
}

function toggled(session: EditSession): EditSession {
  if (session.mode === 'ready') return session
  return { ...session, mode: session.mode === 'typing' ? 'caret' : 'typing' }
}

function afterComposition(session: EditSession, waiting: Finish | null): SessionStep {
  return waiting ? finished(session, waiting) : goOn(session)
}

function finished(session: EditSession, finish: Finish): SessionStep {
  if (session.mode === 'ready') return goOn(session)
  if (session.isComposing) return goOn({ ...session, waiting: finish })
  const how = finish.how === 'cancel' ? 'cancel' : session.text === session.base ? 'unchanged' : 'commit'
  return { session: readySession, ended: { how, text: session.text, finish } }
}
