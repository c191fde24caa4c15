import { useQuery } from '@tanstack/react-query'
import type { KyResponse } from 'ky'
import { useMemo, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import {
  type SavedLetter,
  letterListSchema,
  letterPath,
  letterPreviewPath,
  savedLetterSchema,
  type ListedLetter,
  type OfficialLetter,
  type LetterTemplate,
} from '#contract/deposit-cases/deposit-cases.ts'
import { findResidentNumberError } from '#contract/numbers/resident-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { findUnfilledFields } from '#domain/deposit-cases/letter-fields.ts'
import { newId } from '#mirror/new-id.ts'
import { fillTemplate, buildLetterValues } from './letter-templates.ts'

export const offlineReason = '공문은 문서번호를 서버에서 받으므로 연결되어 있을 때 저장할 수 있습니다.'

export type LetterForm = ReturnType<typeof useLetterForm>

/**
 * The printed page in place of the form: of a saved letter, or of the draft (null). `file` is null
 * while it loads or if that failed.
 */
export interface ShownLetter {
  readonly letter: SavedLetter | null
  readonly file: Blob | null
  readonly isLoading: boolean
}

/** State of the letter form for one or several cases. Asks before discarding text. */
export function useLetterForm(rows: readonly SourceRow[]) {
  const { userId } = useOfflineCopy()
  const isOffline = useSyncStatus().connection === 'offline'
  const confirm = useConfirm()
  const letters = useLetters(useMemo(() => rows.map(({ id }) => id), [rows]))
  const values = useMemo(() => buildLetterValues(rows), [rows])
  const [draft, setDraft] = useState<LetterDraft>(() => getDraft(userId, rows))
  const [areErrorsShown, setErrorsShown] = useState(false)
  const { shown, setShown, open, openPreview } = useLetterPreview(letters, draft)
  useDirtyForm(isWritten(draft), '공문 작성')

  function updateDraft(next: LetterDraft) {
    setDraft(next)
    storeDraft(userId, rows, next)
  }

  /** Replaces the current draft. */
  async function replace(next: () => LetterDraft) {
    const question = { title: '쓰던 내용을 버리시겠습니까?', confirmLabel: '버리기', isDestructive: true }
    if (isWritten(draft) && !(await confirm(question))) return
    setErrorsShown(false)
    setShown(null)
    updateDraft(next())
  }

  function createFreshDraft() {
    storeDraft(userId, rows, null)
    return getDraft(userId, rows)
  }

  function checkDraft() {
    setErrorsShown(true)
    return Object.keys(validateLetter(draft)).length === 0
  }

  async function save() {
    if (!checkDraft()) return setShown(null)
    if (!(await confirmUnfilledFields(draft, confirm))) return
    const saved = await letters.save(draft)
    if (!saved) return
    setErrorsShown(false)
    setDraft(createFreshDraft())
    await open(saved)
  }

  return {
    draft,
    letters,
    values,
    isOffline,
    save,
    shown,
    open,
    isWritten: isWritten(draft),
    errors: areErrorsShown ? validateLetter(draft) : {},
    changeText: (change: Partial<Pick<LetterDraft, 'title' | 'content'>>) => updateDraft({ ...draft, ...change }),
    fillFields: () => updateDraft({ ...draft, ...fillTemplate(draft, values) }),
    startFromTemplate: async (template: LetterTemplate) =>
      await replace(() => ({ ...draft, ...fillTemplate(template, values) })),
    startCorrection: async (letter: SavedLetter) => await replace(() => createCorrection(letter)),
    giveUpCorrection: async () => await replace(createFreshDraft),
    /** Back to the form with its text. */
    write: () => setShown(null),
    preview: async () => (checkDraft() ? await openPreview() : undefined),
  }
}

function useLetterPreview(letters: Letters, draft: LetterDraft) {
  const [shown, setShown] = useState<ShownLetter | null>(null)
  const latest = useLatest(draft)
  async function open(letter: SavedLetter) {
    setShown({ letter, file: null, isLoading: true })
    const file = await letters.readPdf(letter)
    // Ignored if another letter was opened in the meantime.
    setShown((now) => (now?.letter === letter ? { letter, file, isLoading: false } : now))
  }
  async function openPreview() {
    const file = await letters.readPreview(draft)
    // Ignored if the draft has changed since, because the preview is outdated.
    if (file && latest() === draft) setShown({ letter: null, file, isLoading: false })
  }
  return { shown, setShown, open, openPreview }
}

/** Asks whether to print unfilled placeholders as they are. */
async function confirmUnfilledFields(
  { title, content }: LetterDraft,
  confirm: ReturnType<typeof useConfirm>,
): Promise<boolean> {
  const unfilled = findUnfilledFields(`${title}\n${content}`)
  const message = `${unfilled.map(({ name }) => `{${name}}`).join(', ')} 자리가 그대로 인쇄됩니다.`
  const question = { title: '채우지 않은 자리가 있습니다. 그대로 저장하시겠습니까?', message, confirmLabel: '저장' }
  return unfilled.length === 0 || (await confirm(question))
}

function validateLetter({ title, content }: LetterDraft): { title?: string; content?: string } {
  const titleError = title.trim() === '' ? '제목을 입력해 주세요.' : findResidentNumberError(title)
  const contentError = content.trim() === '' ? '본문을 입력해 주세요.' : findResidentNumberError(content)
  return { ...(titleError && { title: titleError }), ...(contentError && { content: contentError }) }
}

export interface Letters {
  /** Newest first; null while loading. */
  readonly saved: readonly ListedLetter[] | null
  /** Korean reason why they could not be read. */
  readonly failure: string | null
  readonly isSaving: boolean
  reload(): void
  /** Null if refused; a toast shows the result either way. */
  save(draft: LetterDraft): Promise<SavedLetter | null>
  /** The A4 document; null if it could not be fetched, which is shown to the user. */
  readPdf(letter: SavedLetter): Promise<Blob | null>
  /** The same for an unsaved letter, rendered by the server. */
  readPreview(draft: LetterDraft): Promise<Blob | null>
}

/**
 * Saved letters of a case, and functions to save, read and preview one about one or several cases.
 * Letters are stored only on the server, which assigns their numbers.
 */
function useLetters(caseIds: readonly string[]): Letters {
  const api = useApi()
  const toast = useToast()
  const fetchPdf = useReadPdf()
  const [isSaving, setIsSaving] = useState(false)
  const [caseId = ''] = caseIds
  const { data, refetch } = useQuery({
    queryKey: ['deposit-cases', 'letters', caseId],
    queryFn: async ({ signal }) => {
      const result = await toResult(api.get(letterPath, { searchParams: { deposition: caseId }, signal }).json())
      if (!result.ok) return { saved: [], failure: result.problem.message }
      return { saved: letterListSchema.parse(result.value).results, failure: null }
    },
    staleTime: 0,
    enabled: caseIds.length === 1,
  })

  async function save(draft: LetterDraft) {
    setIsSaving(true)
    const result = await toResult(api.post(letterPath, { json: toOfficialLetter(draft, caseIds) }).json())
    setIsSaving(false)
    if (!result.ok) {
      toast.error('공문 저장 실패', { description: result.problem.message })
      return null
    }
    toast.success('공문이 저장되었습니다.', bookToast)
    if (caseIds.length === 1) void refetch()
    return savedLetterSchema.parse(result.value)
  }

  return {
    saved: data?.saved ?? null,
    failure: data?.failure ?? null,
    isSaving,
    reload: () => void refetch(),
    save,
    readPdf: async ({ pdf_url: url }) => await fetchPdf(() => api.get(url, { timeout: 60_000 })),
    readPreview: async (draft) =>
      await fetchPdf(() => api.post(letterPreviewPath, { json: toOfficialLetter(draft, caseIds), timeout: 60_000 })),
  }
}

/** A correction is about the cases of the corrected letter. */
function toOfficialLetter({ id, title, content, corrects }: LetterDraft, caseIds: readonly string[]): OfficialLetter {
  const correctedCaseIds = corrects && [corrects.deposition, ...corrects.more_cases.map(({ deposition }) => deposition)]
  const [deposition, ...more] = (correctedCaseIds ?? caseIds).filter((caseId) => caseId !== null)
  return {
    id,
    title: title.trim(),
    content: content.trim(),
    deposition: deposition ?? '',
    ...(more.length > 0 && { more_cases: more }),
    ...(corrects && { corrects: corrects.id }),
  }
}

/** Reads a PDF and warns if the font lacks some characters. */
function useReadPdf() {
  const toast = useToast()
  return async (request: () => Promise<KyResponse>): Promise<Blob | null> => {
    const result = await toResult(fetchBlob(request))
    if (!result.ok) {
      toast.error('공문을 열지 못했습니다.', { description: result.problem.message })
      return null
    }
    const { blob, missing } = result.value
    if (missing !== null)
      toast.warning('인쇄할 수 없는 글자가 있습니다.', { description: `〓로 인쇄되는 글자: ${missing}` })
    return new Blob([blob], { type: 'application/pdf' })
  }
}

async function fetchBlob(request: () => Promise<KyResponse>): Promise<{ blob: Blob; missing: string | null }> {
  const response = await request()
  return { blob: await response.blob(), missing: response.headers.get('missing-glyphs') }
}

interface LetterDraft {
  /** The letter's id, so that a repeated call makes one letter with one number. */
  readonly id: string
  readonly title: string
  readonly content: string
  /** The saved letter that this one corrects. */
  readonly corrects: SavedLetter | null
}

/**
 * Unfinished letters by user and cases. They survive a closed window and a lost network but not a
 * reload: letters contain personal data, so they are not stored on the device.
 */
const drafts = new Map<string, LetterDraft>()

/** The unfinished letter for these cases, else an empty one titled `{사업구간} 공탁 공문`. */
export function getDraft(userId: string, rows: readonly Pick<SourceRow, 'id' | 'record'>[]): LetterDraft {
  const section = rows[0]?.record['business_section']
  const title = `${typeof section === 'string' ? section : ''} 공탁 공문`.trim()
  return drafts.get(buildDraftKey(userId, rows)) ?? { id: newId(), title, content: '', corrects: null }
}

/** A correction of a saved letter, starting from its text. */
function createCorrection(letter: SavedLetter): LetterDraft {
  return { id: newId(), title: letter.title, content: letter.content, corrects: letter }
}

/** Null: the letter was saved or discarded. */
export function storeDraft(userId: string, rows: readonly Pick<SourceRow, 'id'>[], draft: LetterDraft | null): void {
  if (draft === null) drafts.delete(buildDraftKey(userId, rows))
  else drafts.set(buildDraftKey(userId, rows), draft)
}

/** Whether there is text that would be lost. */
function isWritten({ content, title, corrects }: LetterDraft): boolean {
  if (corrects) return content !== corrects.content || title !== corrects.title
  return content.trim() !== ''
}

function buildDraftKey(userId: string, rows: readonly Pick<SourceRow, 'id'>[]): string {
  return [userId, ...rows.map(({ id }) => id)].join('/')
}
