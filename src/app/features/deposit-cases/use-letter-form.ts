import { useMemo, useState } from 'react'
import type { SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import type { LetterTemplate } from '#contract/deposit-cases/letter-templates.ts'
import { residentNumberFault } from '#contract/numbers/resident-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { unfilledFields } from '#domain/deposit-cases/letter-fields.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { correctionOf, isWritten, keepDraft, keptDraft, type LetterDraft } from './letter-draft.ts'
import { filledTemplate, valuesOfCases } from './letter-templates.ts'
import { useLetters, type Letters } from './use-letters.ts'

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
  const values = useMemo(() => valuesOfCases(rows), [rows])
  const [draft, setDraft] = useState<LetterDraft>(() => keptDraft(userId, rows))
  const [areErrorsShown, setErrorsShown] = useState(false)
  const { shown, setShown, open, openPreview } = useShownLetter(letters, draft)
  useDirtyForm(isWritten(draft), '공문 작성')

  function updateDraft(next: LetterDraft) {
    setDraft(next)
    keepDraft(userId, rows, next)
  }

  /** Replaces the current draft. */
  async function replace(next: () => LetterDraft) {
    const question = { title: '쓰던 내용을 버리시겠습니까?', confirmLabel: '버리기', isDestructive: true }
    if (isWritten(draft) && !(await confirm(question))) return
    setErrorsShown(false)
    setShown(null)
    updateDraft(next())
  }

  function afresh() {
    keepDraft(userId, rows, null)
    return keptDraft(userId, rows)
  }

  function isReady() {
    setErrorsShown(true)
    return Object.keys(faultsOf(draft)).length === 0
  }

  async function save() {
    if (!isReady()) return setShown(null)
    if (!(await mayKeepPlaces(draft, confirm))) return
    const saved = await letters.save(draft)
    if (!saved) return
    setErrorsShown(false)
    setDraft(afresh())
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
    faults: areErrorsShown ? faultsOf(draft) : {},
    type: (change: Partial<Pick<LetterDraft, 'title' | 'content'>>) => updateDraft({ ...draft, ...change }),
    fill: () => updateDraft({ ...draft, ...filledTemplate(draft, values) }),
    begin: async (template: LetterTemplate) => await replace(() => ({ ...draft, ...filledTemplate(template, values) })),
    correct: async (letter: SavedLetter) => await replace(() => correctionOf(letter)),
    giveUpCorrection: async () => await replace(afresh),
    /** Back to the form with its text. */
    write: () => setShown(null),
    preview: async () => (isReady() ? await openPreview() : undefined),
  }
}

function useShownLetter(letters: Letters, draft: LetterDraft) {
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
async function mayKeepPlaces(
  { title, content }: LetterDraft,
  confirm: ReturnType<typeof useConfirm>,
): Promise<boolean> {
  const unfilled = unfilledFields(`${title}\n${content}`)
  const message = `${unfilled.map(({ name }) => `{${name}}`).join(', ')} 자리가 그대로 인쇄됩니다.`
  const question = { title: '채우지 않은 자리가 있습니다. 그대로 저장하시겠습니까?', message, confirmLabel: '저장' }
  return unfilled.length === 0 || (await confirm(question))
}

function faultsOf({ title, content }: LetterDraft): { title?: string; content?: string } {
  const titleFault = title.trim() === '' ? '제목을 입력해 주세요.' : residentNumberFault(title)
  const contentFault = content.trim() === '' ? '본문을 입력해 주세요.' : residentNumberFault(content)
  return { ...(titleFault && { title: titleFault }), ...(contentFault && { content: contentFault }) }
}
