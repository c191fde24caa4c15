import type { KyResponse } from 'ky'
import { useMemo, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  letterListSchema,
  letterPath,
  letterPreviewPath,
  type LetterTemplate,
  type ListedLetter,
  type OfficialLetter,
  type SavedLetter,
  savedLetterSchema,
} from '#contract/deposit-cases/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { type LetterAddressees, proposeAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { findUnfilledFields } from '#domain/deposit-cases/letter-fields.ts'
import {
  clientCollections,
  createCorrection,
  findLetterClient,
  getDraft,
  isTemplateChanged,
  isWritten,
  type LetterDraft,
  listLetters,
  readText,
  storeDraft,
  toggleProjects,
  validateLetter,
} from './letter-drafts.ts'
import { buildLetterValues, fillTemplate } from './letter-templates.ts'

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
  const proposed = useProposedAddressees(rows[0])
  const [draft, setDraft] = useState<LetterDraft>(() => getDraft(userId, rows))
  const [areErrorsShown, setErrorsShown] = useState(false)
  const { shownLetter, setShownLetter, open, openPreview } = useLetterPreview(
    letters,
    () => listLetters(draft, rows)[0],
    draft,
  )
  const [savedLetters, setSavedLetters] = useState<readonly SavedLetter[]>([])
  useDirtyForm(isWritten(draft), '공문 작성', { survivesNavigation: true })

  function updateDraft(next: LetterDraft) {
    setDraft(next)
    storeDraft(userId, rows, next)
  }

  /** Replaces the current draft. */
  async function replace(next: () => LetterDraft) {
    const question = { title: '쓰던 내용을 버리시겠습니까?', confirmLabel: '버리기', isDestructive: true }
    if (isWritten(draft) && !(await confirm(question))) return
    setErrorsShown(false)
    setShownLetter(null)
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
    if (!checkDraft()) return setShownLetter(null)
    const toSave = listLetters(draft, rows)
    if (!(await confirmUnfilledFields(toSave, confirm))) return
    const saved = await saveEach(toSave, { draft, save: letters.save, onProgress: updateDraft })
    if (!saved) return
    letters.announceSaved(saved)
    setErrorsShown(false)
    setDraft(createFreshDraft())
    setSavedLetters(saved)
    const [only] = saved
    if (only && saved.length === 1) await open(only)
    else setShownLetter(null)
  }

  return {
    draft,
    letters,
    values,
    isOffline,
    save,
    shownLetter,
    open,
    savedLetters,
    /** Each letter as it would be saved. */
    outgoing: listLetters(draft, rows),
    toggleProjects: async () => {
      const next = toggleProjects(draft, rows)
      if (isTemplateChanged(draft, rows)) await replace(() => next)
      else updateDraft(next)
    },
    isWritten: isWritten(draft),
    errors: areErrorsShown ? validateLetter(draft) : {},
    changeText: (change: Partial<Pick<LetterDraft, 'title' | 'content' | 'recipient' | 'reference'>>) =>
      updateDraft({ ...draft, ...change }),
    /** As they would be printed; null: of several letters, each has its own. */
    addressees: draft.projects ? null : { ...proposed, ...dropNull(draft) },
    fillFields: () => updateDraft({ ...draft, ...fillTemplate(draft, rows) }),
    startFromTemplate: async ({ title, content }: LetterTemplate) => {
      const template = { title, content }
      await replace(() => ({ ...draft, ...(draft.projects ? template : fillTemplate(template, rows)), template }))
    },
    startCorrection: async (letter: SavedLetter) => await replace(() => createCorrection(letter)),
    giveUpCorrection: async () => await replace(createFreshDraft),
    /** Back to the form with its text. */
    write: () => setShownLetter(null),
    preview: async () => (checkDraft() ? await openPreview() : undefined),
  }
}

function dropNull({ recipient, reference }: LetterDraft): Partial<LetterAddressees> {
  return { ...(recipient !== null && { recipient }), ...(reference !== null && { reference }) }
}

/** 수신 and 참조 from this device's master data, by the rule that the server applies. */
function useProposedAddressees(row: SourceRow | undefined): LetterAddressees {
  const lists = useCompleteLists(useOfflineCopy(), clientCollections)
  const read = (key: string) => readText(row?.record[key])
  const [projectName, manager, depositor] = [read('business_section'), read('business_manager'), read('deposit_name')]
  return useMemo(
    () => proposeAddressees({ project: projectName, manager, depositor }, findLetterClient(projectName, lists)),
    [projectName, manager, depositor, lists],
  )
}

interface SaveEachOptions {
  draft: LetterDraft
  save: Letters['save']
  onProgress(draft: LetterDraft): void
}

/** All of them saved, else null. Saved letters stay in the draft and are not sent again. */
async function saveEach(
  letters: readonly OfficialLetter[],
  { draft, save, onProgress }: SaveEachOptions,
): Promise<readonly SavedLetter[] | null> {
  let { projects } = draft
  const results: SavedLetter[] = projects?.flatMap(({ saved }) => saved ?? []) ?? []
  for (const letter of letters) {
    const saved = await save(letter)
    if (!saved) return null
    results.push(saved)
    if (!projects) continue
    projects = projects.map((project) => (project.id === letter.id ? { ...project, saved } : project))
    onProgress({ ...draft, projects })
  }
  return results
}

function useLetterPreview(letters: Letters, getLetter: () => OfficialLetter | undefined, draft: LetterDraft) {
  const [shownLetter, setShownLetter] = useState<ShownLetter | null>(null)
  const latest = useLatest(draft)
  async function open(letter: SavedLetter) {
    setShownLetter({ letter, file: null, isLoading: true })
    const file = await letters.readPdf(letter)
    // Ignored if another letter was opened in the meantime.
    setShownLetter((now) => (now?.letter === letter ? { letter, file, isLoading: false } : now))
  }
  async function openPreview() {
    const letter = getLetter()
    const file = letter && (await letters.readPreview(letter))
    // Ignored if the draft has changed since, because the preview is outdated.
    if (file && latest() === draft) setShownLetter({ letter: null, file, isLoading: false })
  }
  return { shownLetter, setShownLetter, open, openPreview }
}

/** Asks whether to print unfilled placeholders as they are. */
async function confirmUnfilledFields(
  letters: readonly Pick<OfficialLetter, 'title' | 'content'>[],
  confirm: ReturnType<typeof useConfirm>,
): Promise<boolean> {
  const unfilled = findUnfilledFields(letters.map(({ title, content }) => `${title}\n${content}`).join('\n'))
  const message = `${unfilled.map(({ name }) => `{${name}}`).join(', ')} 자리가 그대로 인쇄됩니다.`
  const question = { title: '채우지 않은 자리가 있습니다. 그대로 저장하시겠습니까?', message, confirmLabel: '저장' }
  return unfilled.length === 0 || (await confirm(question))
}

export interface Letters {
  /** Newest first; null while loading. */
  readonly saved: readonly ListedLetter[] | null
  /** Korean reason why they could not be read. */
  readonly failure: string | null
  readonly isSaving: boolean
  reload(): void
  /** Null if refused, which is shown to the user. */
  save(letter: OfficialLetter): Promise<SavedLetter | null>
  announceSaved(saved: readonly SavedLetter[]): void
  /** The A4 document; null if it could not be fetched, which is shown to the user. */
  readPdf(letter: SavedLetter): Promise<Blob | null>
  /** The same for an unsaved letter, rendered by the server. */
  readPreview(letter: OfficialLetter): Promise<Blob | null>
}

/**
 * Saved letters of a case, and functions to save, read and preview one about one or several cases.
 * Letters are stored only on the server, which assigns their numbers.
 */
function useLetters(caseIds: readonly string[]): Letters {
  const api = useApi()
  const toast = useToast()
  const fetchPdf = useReadPdf()
  const [caseId = ''] = caseIds
  const { result, onRetry } = useServerQuery(letterPath, letterListSchema, {
    queryKey: ['deposit-cases', 'letters', caseId],
    call: { searchParams: { deposition: caseId } },
    enabled: caseIds.length === 1,
    refetchInterval: false,
  })
  const { isBusy, run } = useServerAction({
    send: (client, json: OfficialLetter) => client.post(letterPath, { json }).json(),
    parse: savedLetterSchema.parse,
    onRefusal: (problem) => toast.error('공문 저장 실패', { description: formatRefusal(problem) }),
  })

  function announceSaved(saved: readonly SavedLetter[]) {
    const numbers = saved.map(({ document_number: number }) => number).join(', ')
    toast.success('공문이 저장되었습니다.', { ...bookToast, ...(saved.length > 1 && { description: numbers }) })
    if (caseIds.length === 1) onRetry()
  }

  return {
    saved: result === undefined ? null : result.ok ? result.value.results : [],
    failure: result?.ok === false ? result.problem.message : null,
    isSaving: isBusy,
    reload: onRetry,
    async save(letter) {
      const outcome = await run(letter)
      return outcome?.ok ? outcome.value : null
    },
    announceSaved,
    readPdf: async ({ pdf_url: url }) => await fetchPdf(() => api.get(url, { timeout: 60_000 })),
    readPreview: async (letter) => await fetchPdf(() => api.post(letterPreviewPath, { json: letter, timeout: 60_000 })),
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
