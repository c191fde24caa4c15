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
  readonly deferredFinish: FinishRequest | null
}

/**
 * How an edit ends. `after` runs when it has ended, with the final text if there was an edit.
 * `isImmediate` (blur) never keeps the editor open.
 */
export interface FinishRequest {
  readonly mode: 'commit' | 'cancel'
  readonly after?: (text?: string) => void
  readonly isImmediate?: boolean
}

export type EditEvent =
  | { readonly type: 'input'; readonly text: string; readonly base: string }
  | { readonly type: 'compositionstart'; readonly base: string }
  | { readonly type: 'compositionend'; readonly text: string }
  | { readonly type: 'open'; readonly text: string }
  | { readonly type: 'toggle' }
  | { readonly type: 'finish'; readonly finish: FinishRequest }

/** `ended` is null while the edit continues. */
interface SessionStep {
  readonly session: EditSession
  readonly ended: EditResult | null
}

export interface EditResult {
  readonly how: 'commit' | 'unchanged' | 'cancel'
  readonly text: string
  readonly finish: FinishRequest
}

export const readySession: EditSession = { mode: 'ready', isComposing: false, base: '', text: '', deferredFinish: null }

export function stepSession(session: EditSession, event: EditEvent): SessionStep {
  switch (event.type) {
    case 'input':
      return continueWith(typeText(session, event.base, event.text))
    case 'compositionstart':
      return continueWith({ ...typeText(session, event.base, session.text), isComposing: true })
    case 'compositionend':
      return afterComposition(
        { ...session, isComposing: false, text: event.text, deferredFinish: null },
        session.deferredFinish,
      )
    case 'open':
      if (session.mode !== 'ready') return continueWith(session)
      return continueWith({ ...readySession, mode: 'caret', base: event.text, text: event.text })
    case 'toggle':
      return continueWith(toggleMode(session))
    case 'finish':
      return finishSession(session, event.finish)
  }
}

function continueWith(session: EditSession): SessionStep {
  return { session, ended: null }
}

function typeText(session: EditSession, base: string, text: string): EditSession {
  return session.mode === 'ready' ? { ...readySession, mode: 'typing', base, text } : { ...session, text }
}

function toggleMode(session: EditSession): EditSession {
  if (session.mode === 'ready') return session
  return { ...session, mode: session.mode === 'typing' ? 'caret' : 'typing' }
}

function afterComposition(session: EditSession, deferredFinish: FinishRequest | null): SessionStep {
  return deferredFinish ? finishSession(session, deferredFinish) : continueWith(session)
}

function finishSession(session: EditSession, finish: FinishRequest): SessionStep {
  if (session.mode === 'ready') return continueWith(session)
  if (session.isComposing) return continueWith({ ...session, deferredFinish: finish })
  const how = finish.mode === 'cancel' ? 'cancel' : session.text === session.base ? 'unchanged' : 'commit'
  return { session: readySession, ended: { how, text: session.text, finish } }
}
