import { useEffect, useRef, useState, type RefObject } from 'react'
import { newId } from '#mirror/new-id.ts'
import type { WaitingInquiry } from '#mirror/visitor-queue/waiting-inquiries.ts'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { useHydratedSnapshot } from '#app/ui/hydrated-snapshot.ts'
import { followQueue, submitInquiry, takeBack, visitorQueue, type SubmitOutcome } from './visitor-queue.ts'
import {
  contactFields,
  draftIn,
  emptyDraft,
  faultsOf,
  keepDraft,
  keptDraft,
  withTyped,
  type ContactDraft,
  type ContactFaults,
  type ContactField,
} from './contact-draft.ts'

export interface ContactForm {
  readonly draft: ContactDraft
  readonly isConsentGiven: boolean
  readonly faults: ContactFaults
  readonly isBusy: boolean
  /** Result of the last inquiry; null before the first and while another is written. */
  readonly told: ContactTold | null
  readonly waiting: readonly WaitingInquiry[]
  write(key: keyof ContactDraft, text: string): void
  consent(isGiven: boolean): void
  /** `website`: value of the hidden honeypot field. */
  submit(website: string): Promise<void>
  discard(key: string): Promise<void>
  /** Returns a waiting inquiry to the form. */
  rewrite(key: string): Promise<void>
}

export type ContactTold = { kind: 'sent' | 'kept' | 'failed' | 'gone' } | { kind: 'refused'; message: string }

const emptyQueue = { waiting: [], sent: [] }

/** State of the contact form in `place`. Focuses the first field with an error. */
export function useContactForm(place: RefObject<HTMLFormElement | null>): ContactForm {
  const { draft, put, change, setUnkept } = useKeptDraft(place)
  const [isConsentGiven, setConsentGiven] = useState(false)
  const [faults, setFaults] = useState<ContactFaults>({})
  const [isBusy, setBusy] = useState(false)
  const [last, setLast] = useState<Last | null>(null)
  const attempt = useRef<Attempt | null>(null)
  const queue = useHydratedSnapshot(visitorQueue, emptyQueue)
  useEffect(() => void followQueue(), [])
  useEffect(() => {
    const box = place.current?.elements.namedItem('consent')
    // oxlint-disable-next-line react/set-state-in-effect -- ticked before the page's script had come
    if (box instanceof HTMLInputElement && box.checked) setConsentGiven(true)
  }, [place])

  function showFaults(found: ContactFaults): boolean {
    setFaults(found)
    const first = contactFields.find((field) => found[field] !== undefined)
    if (first) focusField(place.current, first)
    return first !== undefined
  }

  async function submit(website: string) {
    if (isBusy || showFaults(faultsOf(draft, isConsentGiven))) return
    setBusy(true)
    setLast(null)
    const sending = attemptOf(attempt.current, draft, website)
    attempt.current = sending
    const outcome = await submitInquiry({ ...sending, subject: draft.subject.trim() }, () => keepDraft(emptyDraft, 0))
    setBusy(false)
    take(outcome, sending.key)
  }

  function take(outcome: SubmitOutcome, key: string) {
    if (outcome.kind === 'failed') setUnkept(true)
    else attempt.current = null
    setLast({ key, told: toldOf(outcome) })
    if (outcome.kind === 'failed') return
    put(outcome.kind === 'refused' ? draft : emptyDraft)
    if (outcome.kind === 'refused') showFaults(outcome.refusal.fields)
    else setConsentGiven(false)
  }

  return {
    draft,
    isConsentGiven,
    faults,
    isBusy,
    submit,
    told: last && queue.sent.includes(last.key) ? { kind: 'sent' } : (last?.told ?? null),
    waiting: queue.waiting,
    write(key, text) {
      change(key, text)
      // Filling in either contact field clears the errors of both.
      setFaults(without(faults, key === 'email' ? ['email', 'phone'] : [key]))
    },
    consent(isGiven) {
      setConsentGiven(isGiven)
      setFaults(without(faults, ['consent']))
    },
    discard: async (key) => setLast(await discardedFrom(last, key)),
    async rewrite(key) {
      const taken = await takeBack(key)
      setLast(taken ? null : { key, told: { kind: 'gone' } })
      if (!taken) return
      put(draftIn(taken.body))
      showFaults(taken.refusal?.fields ?? {})
    },
  }
}

function toldOf(outcome: SubmitOutcome): ContactTold {
  return outcome.kind === 'refused' ? { kind: 'refused', message: outcome.refusal.message } : { kind: outcome.kind }
}

interface Last {
  readonly key: string
  readonly told: ContactTold
}

/**
 * The form's texts, stored on the device as they are typed, so that they survive an update. Warns
 * before leaving only if storage fails.
 */
function useKeptDraft(place: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState(emptyDraft)
  // Value that is not rendered yet, because the next character may arrive before that.
  const latest = useRef(emptyDraft)
  const [isUnkept, setUnkept] = useState(false)
  useDirtyForm(isUnkept, '문의 내용')
  // Storage is read after the first render, because the server renders the page too.
  useEffect(() => {
    const kept = keptDraft(Date.now()) ?? emptyDraft
    const found = place.current ? withTyped(kept, new FormData(place.current)) : kept
    latest.current = found
    // oxlint-disable-next-line react/set-state-in-effect -- what the device kept is known only here
    setDraft(found)
    if (found !== kept) setUnkept(!keepDraft(found, Date.now()))
  }, [place])
  function put(next: ContactDraft) {
    latest.current = next
    setDraft(next)
    setUnkept(!keepDraft(next, Date.now()))
  }
  function change(key: keyof ContactDraft, text: string) {
    put({ ...latest.current, [key]: text })
  }
  return { draft, put, change, setUnkept }
}

/** Removes an inquiry from the queue and clears its result, unless it was already sent. */
async function discardedFrom(last: Last | null, key: string): Promise<Last | null> {
  const taken = await takeBack(key)
  if (!taken) return { key, told: { kind: 'gone' } }
  return last?.key === key ? null : last
}

interface Attempt {
  readonly text: string
  readonly key: string
  readonly body: string
}

function without(faults: ContactFaults, fields: readonly ContactField[]): ContactFaults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.some((put) => put === field)))
}

/**
 * The same text is sent with the same key and bytes, so a retry of an inquiry that may have arrived
 * does not create another.
 */
function attemptOf(before: Attempt | null, draft: ContactDraft, website: string): Attempt {
  const text = JSON.stringify([draft, website])
  if (before?.text === text) return before
  const body = JSON.stringify({ ...draft, consent: true, consented_at: new Date().toISOString(), website })
  return { text, key: newId(), body }
}

function focusField(form: HTMLFormElement | null, field: ContactField) {
  const control = form?.elements.namedItem(field)
  if (control instanceof HTMLElement) control.focus()
}
