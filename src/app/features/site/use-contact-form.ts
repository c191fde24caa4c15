import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { useHydratedSnapshot } from '#app/ui/hooks/hydrated-snapshot.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { WaitingInquiry } from '#mirror/visitor-queue/visitor-queue.ts'
import {
  type ContactDraft,
  type ContactErrors,
  type ContactField,
  contactFields,
  emptyDraft,
  mergeTyped,
  parseQueuedDraft,
  readSavedDraft,
  saveContactDraft,
  validateContact,
} from './contact-draft.ts'
import {
  dropReceipts,
  submitInquiry,
  type SubmitOutcome,
  visitorQueue,
  watchVisitorQueue,
  withdrawQueuedInquiry,
} from './visitor-queue-store.ts'

export interface ContactFormState {
  readonly draft: ContactDraft
  readonly isConsentGiven: boolean
  readonly errors: ContactErrors
  readonly isBusy: boolean
  /** Result of the last inquiry; null before the first and while another is written. */
  readonly outcome: ContactResult | null
  readonly waiting: readonly WaitingInquiry[]
  changeText(key: keyof ContactDraft, text: string): void
  setConsent(isGiven: boolean): void
  /** `website`: value of the hidden honeypot field. */
  submit(website: string): Promise<void>
  discard(key: string): Promise<void>
  /** Returns a waiting inquiry to the form. */
  returnToForm(key: string): Promise<void>
}

export type ContactResult =
  | { kind: 'sent'; subject: string; receivedAt: number }
  | { kind: 'stored' | 'failed' | 'gone' }
  | { kind: 'refused'; message: string }

const emptyQueue = { waiting: [], sent: [] }

/** State of the contact form in `formRef`. Focuses the first field with an error. */
export function useContactForm(formRef: RefObject<HTMLFormElement | null>): ContactFormState {
  const { draft, put, change, setUnsaved } = useSavedDraft(formRef)
  const [isConsentGiven, setIsConsentGiven] = useState(false)
  const [errors, setErrors] = useState<ContactErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  const [last, setLast] = useState<LastResult | null>(null)
  const attemptRef = useRef<SubmitAttempt | null>(null)
  const queue = useHydratedSnapshot(visitorQueue, emptyQueue)
  useEffect(() => {
    void watchVisitorQueue()
    return dropReceipts
  }, [])
  useEffect(() => {
    const checkbox = formRef.current?.elements.namedItem('consent')
    // The visitor may have ticked it before the script was loaded.
    if (checkbox instanceof HTMLInputElement && checkbox.checked) setIsConsentGiven(true)
  }, [formRef])

  function showErrors(draftErrors: ContactErrors): boolean {
    setErrors(draftErrors)
    const first = contactFields.find((field) => draftErrors[field] !== undefined)
    if (first) focusField(formRef.current, first)
    return first !== undefined
  }

  async function submit(website: string) {
    if (isBusy || showErrors(validateContact(draft, isConsentGiven))) return
    setIsBusy(true)
    setLast(null)
    const currentAttempt = createAttempt(attemptRef.current, draft, website)
    attemptRef.current = currentAttempt
    const outcome = await submitInquiry({ ...currentAttempt, subject: draft.subject.trim() }, () =>
      saveContactDraft(emptyDraft, 0),
    )
    setIsBusy(false)
    onOutcome(outcome, currentAttempt.key)
  }

  function onOutcome(outcome: SubmitOutcome, key: string) {
    if (outcome.kind === 'failed') setUnsaved(true)
    else attemptRef.current = null
    setLast({ key, subject: draft.subject.trim(), outcome: toContactResult(outcome, draft.subject.trim()) })
    if (outcome.kind === 'failed') return
    put(outcome.kind === 'refused' ? draft : emptyDraft)
    if (outcome.kind === 'refused') showErrors(outcome.refusal.fields)
    else setIsConsentGiven(false)
  }

  return {
    draft,
    isConsentGiven,
    errors,
    isBusy,
    submit,
    outcome: last ? toShownResult(last, queue.sent) : isBusy ? null : summarizeReceipts(queue.sent),
    waiting: queue.waiting,
    changeText(key, text) {
      change(key, text)
      // Filling in either contact field clears the errors of both.
      setErrors(omitErrors(errors, key === 'email' ? ['email', 'phone'] : [key]))
    },
    setConsent(isGiven) {
      setIsConsentGiven(isGiven)
      setErrors(omitErrors(errors, ['consent']))
    },
    discard: async (key) => setLast(await discardInquiry(last, key)),
    async returnToForm(key) {
      const withdrawn = await withdrawQueuedInquiry(key)
      setLast(withdrawn ? null : { key, subject: '', outcome: { kind: 'gone' } })
      if (!withdrawn) return
      put(parseQueuedDraft(withdrawn.body))
      showErrors(withdrawn.refusal?.fields ?? {})
    },
  }
}

function toContactResult(outcome: SubmitOutcome, subject: string): ContactResult {
  if (outcome.kind === 'refused') return { kind: 'refused', message: formatRefusal(outcome.refusal, contactFields) }
  return outcome.kind === 'sent' ? { kind: 'sent', subject, receivedAt: Date.now() } : { kind: outcome.kind }
}

/** A stored inquiry may be sent later, while its result is shown. */
function toShownResult({ key, subject, outcome }: LastResult, sent: typeof visitorQueue.sent): ContactResult {
  const confirmed = sent.find((inquiry) => inquiry.key === key)
  return confirmed ? { kind: 'sent', subject, receivedAt: confirmed.receivedAt } : outcome
}

/** The receipt of inquiries of an earlier visit to the form; null without any. */
function summarizeReceipts(sent: typeof visitorQueue.sent): ContactResult | null {
  const newest = sent.at(-1)
  const subject = sent.map((inquiry) => inquiry.subject).join(', ')
  return newest ? { kind: 'sent', subject, receivedAt: newest.receivedAt } : null
}

interface LastResult {
  readonly key: string
  readonly subject: string
  readonly outcome: ContactResult
}

/**
 * The form's texts, stored on the device as they are typed, so that they survive an update. Warns
 * before leaving only if storage fails.
 */
function useSavedDraft(formRef: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState(emptyDraft)
  // The newest value, because the next character may arrive before this one is rendered.
  const latest = useRef(emptyDraft)
  const [isUnsaved, setIsUnsaved] = useState(false)
  useDirtyForm(isUnsaved, '문의 내용')
  // Storage is read after the first render, because the server renders the page too.
  useEffect(() => {
    const savedDraft = readSavedDraft(Date.now()) ?? emptyDraft
    const initialDraft = formRef.current ? mergeTyped(savedDraft, new FormData(formRef.current)) : savedDraft
    latest.current = initialDraft
    // Only the browser has the saved draft, so it is set after the first render.
    setDraft(initialDraft)
    if (initialDraft !== savedDraft) setIsUnsaved(!saveContactDraft(initialDraft, Date.now()))
  }, [formRef])
  function put(next: ContactDraft) {
    latest.current = next
    setDraft(next)
    setIsUnsaved(!saveContactDraft(next, Date.now()))
  }
  function change(key: keyof ContactDraft, text: string) {
    put({ ...latest.current, [key]: text })
  }
  return { draft, put, change, setUnsaved: setIsUnsaved }
}

/** Removes an inquiry from the queue and clears its result, unless it was already sent. */
async function discardInquiry(last: LastResult | null, key: string): Promise<LastResult | null> {
  const withdrawn = await withdrawQueuedInquiry(key)
  if (!withdrawn) return { key, subject: '', outcome: { kind: 'gone' } }
  return last?.key === key ? null : last
}

interface SubmitAttempt {
  readonly text: string
  readonly key: string
  readonly body: string
}

function omitErrors(errors: ContactErrors, fields: readonly ContactField[]): ContactErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.some((omitted) => omitted === field)))
}

/**
 * The same text is sent with the same key and bytes, so a retry of an inquiry that may have arrived
 * does not create another.
 */
function createAttempt(before: SubmitAttempt | null, draft: ContactDraft, website: string): SubmitAttempt {
  const text = JSON.stringify([draft, website])
  if (before?.text === text) return before
  const body = JSON.stringify({ ...draft, consent: true, consented_at: new Date().toISOString(), website })
  return { text, key: newId(), body }
}

function focusField(form: HTMLFormElement | null, field: ContactField) {
  const control = form?.elements.namedItem(field)
  if (control instanceof HTMLElement) control.focus()
}
