import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { newId } from '#mirror/new-id.ts'
import type { WaitingInquiry } from '#mirror/visitor-queue/waiting-inquiries.ts'
import { useDirtyForm } from '#app/session/dirty-form.ts'
import { followQueue, submitInquiry, takeBack, visitorQueue, type SubmitOutcome } from '#app/session/visitor-queue.ts'
import {
  contactFields,
  draftOf,
  emptyDraft,
  faultsOf,
  keepDraft,
  keptDraft,
  type ContactDraft,
  type ContactFaults,
  type ContactField,
} from './contact-draft.ts'

export interface ContactForm {
  readonly draft: ContactDraft
  readonly isConsentGiven: boolean
  readonly faults: ContactFaults
  readonly isBusy: boolean
  /** What became of the last inquiry; null before the first and while another is written. */
  readonly told: ContactTold | null
  readonly waiting: readonly WaitingInquiry[]
  write(key: keyof ContactDraft, text: string): void
  consent(isGiven: boolean): void
  /** `website`: what stands in the field that people do not see. */
  submit(website: string): Promise<void>
  discard(key: string): Promise<void>
  /** Brings an inquiry that waits back into the form. */
  rewrite(key: string): Promise<void>
}

export type ContactTold = { kind: 'sent' | 'kept' | 'failed' | 'gone' } | { kind: 'refused'; message: string }

/** The state of the contact form. `onFault` is told which field has to be put right first. */
export function useContactForm(onFault: (field: ContactField) => void): ContactForm {
  const [draft, setDraft] = useState(emptyDraft)
  const [isConsentGiven, setConsentGiven] = useState(false)
  const [faults, setFaults] = useState<ContactFaults>({})
  const [isBusy, setBusy] = useState(false)
  const [last, setLast] = useState<{ key: string; told: ContactTold } | null>(null)
  const [isUnkept, setUnkept] = useState(false)
  const attempt = useRef<{ text: string; key: string; body: string } | null>(null)
  const queue = useSnapshot(visitorQueue)
  // The draft is on the device and survives an update; only where nothing can be kept leaving has to ask.
  useDirtyForm(isUnkept, '문의 내용')
  // Storage is asked after the first drawing: the page is also drawn where there is no browser.
  useEffect(() => {
    const kept = keptDraft(Date.now())
    // oxlint-disable-next-line react/set-state-in-effect -- what the device kept is known only here
    if (kept) setDraft(kept)
    void followQueue()
  }, [])

  function put(next: ContactDraft) {
    setDraft(next)
    setUnkept(!keepDraft(next, Date.now()))
  }

  function tellFaults(found: ContactFaults): boolean {
    setFaults(found)
    const first = contactFields.find((field) => found[field] !== undefined)
    if (first) onFault(first)
    return first !== undefined
  }

  async function submit(website: string) {
    if (isBusy || tellFaults(faultsOf(draft, isConsentGiven))) return
    setBusy(true)
    setLast(null)
    const sending = attemptOf(attempt.current, draft, website)
    attempt.current = sending
    const outcome = await submitInquiry({ ...sending, subject: draft.subject.trim() }, () => keepDraft(emptyDraft, 0))
    setBusy(false)
    take(outcome, sending.key)
  }

  function take(outcome: SubmitOutcome, key: string) {
    if (outcome.kind === 'refused') {
      put(draft)
      attempt.current = null
      setLast({ key, told: { kind: 'refused', message: outcome.refusal.message } })
      tellFaults(outcome.refusal.fields)
      return
    }
    setLast({ key, told: { kind: outcome.kind } })
    if (outcome.kind === 'failed') return setUnkept(true)
    attempt.current = null
    put(emptyDraft)
    setConsentGiven(false)
  }

  const told = last && queue.sent.includes(last.key) ? ({ kind: 'sent' } as const) : (last?.told ?? null)
  return {
    ...{ draft, isConsentGiven, faults, isBusy, told },
    waiting: queue.waiting,
    write(key, text) {
      put({ ...draft, [key]: text })
      // Either way to answer settles what was said of both.
      setFaults(without(faults, key === 'email' ? ['email', 'phone'] : [key]))
    },
    consent(isGiven) {
      setConsentGiven(isGiven)
      setFaults(without(faults, ['consent']))
    },
    submit,
    async discard(key) {
      const taken = await takeBack(key)
      if (!taken) setLast({ key, told: { kind: 'gone' } })
      else if (last?.key === key) setLast(null)
    },
    async rewrite(key) {
      const taken = await takeBack(key)
      if (!taken) return setLast({ key, told: { kind: 'gone' } })
      put(draftOf(JSON.parse(taken.body) as object))
      setLast(null)
      tellFaults(taken.refusal?.fields ?? {})
    },
  }
}

function without(faults: ContactFaults, fields: readonly ContactField[]): ContactFaults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.some((put) => put === field)))
}

/** The same text goes out under the same key, byte for byte: what may have arrived is not sent as another inquiry. */
function attemptOf(before: { text: string; key: string; body: string } | null, draft: ContactDraft, website: string) {
  const text = JSON.stringify([draft, website])
  if (before?.text === text) return before
  const body = JSON.stringify({ ...draft, consent: true, consented_at: new Date().toISOString(), website })
  return { text, key: newId(), body }
}
