import { useMemo, useState } from 'react'
import type { SavedLetter } from '#contract/deposit-cases.ts'
import type { LetterTemplate } from '#contract/letter-templates.ts'
import { residentNumberFault } from '#contract/resident-number.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { openPlaces } from '#domain/letter-fields.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { correctionOf, isWritten, keepDraft, keptDraft, type LetterDraft } from './letter-draft.ts'
import { filledTemplate, valuesOfCase } from './letter-templates.ts'
import { useLetters } from './use-letters.ts'

export const offlineReason = '공문은 문서번호를 서버에서 받으므로 연결되어 있을 때 저장할 수 있습니다.'

export type LetterForm = ReturnType<typeof useLetterForm>

/** The letter of a case that is being written, and what can be done with it. What would be lost is asked about first. */
export function useLetterForm(row: SourceRow) {
  const { userId } = useOfflineCopy()
  const isOffline = useSyncStatus().connection === 'offline'
  const confirm = useConfirm()
  const letters = useLetters(row.id)
  const values = useMemo(() => valuesOfCase(row), [row])
  const [draft, setDraft] = useState<LetterDraft>(() => keptDraft(userId, row))
  const [isTold, setTold] = useState(false)
  useDirtyForm(isWritten(draft), '공문 작성')

  function put(next: LetterDraft) {
    setDraft(next)
    keepDraft(userId, row.id, next)
  }

  /** Another letter in the place of this one. */
  async function replace(next: () => LetterDraft) {
    const question = { title: '쓰던 내용을 버리시겠습니까?', confirmLabel: '버리기', isDestructive: true }
    if (isWritten(draft) && !(await confirm(question))) return
    setTold(false)
    put(next())
  }

  function afresh() {
    keepDraft(userId, row.id, null)
    return keptDraft(userId, row)
  }

  function isReady() {
    setTold(true)
    return Object.keys(faultsOf(draft)).length === 0
  }

  async function save() {
    if (!isReady()) return
    const open = openPlaces(`${draft.title}\n${draft.content}`)
    const message = `${open.map(({ name }) => `{${name}}`).join(', ')} 자리가 그대로 인쇄됩니다.`
    const question = { title: '채우지 않은 자리가 있습니다. 그대로 저장하시겠습니까?', message, confirmLabel: '저장' }
    if (open.length > 0 && !(await confirm(question))) return
    if (!(await letters.save(draft))) return
    setTold(false)
    setDraft(afresh())
  }

  return {
    ...{ draft, letters, values, isOffline, save },
    isWritten: isWritten(draft),
    faults: isTold ? faultsOf(draft) : {},
    type: (change: Partial<Pick<LetterDraft, 'title' | 'content'>>) => put({ ...draft, ...change }),
    fill: () => put({ ...draft, ...filledTemplate(draft, values) }),
    begin: async (template: LetterTemplate) => await replace(() => ({ ...draft, ...filledTemplate(template, values) })),
    correct: async (letter: SavedLetter) => await replace(() => correctionOf(letter)),
    giveUpCorrection: async () => await replace(afresh),
    async preview() {
      if (isReady()) await letters.preview(draft)
    },
  }
}

function faultsOf({ title, content }: LetterDraft): { title?: string; content?: string } {
  const titleFault = title.trim() === '' ? '제목을 입력해 주세요.' : residentNumberFault(title)
  const contentFault = content.trim() === '' ? '본문을 입력해 주세요.' : residentNumberFault(content)
  return { ...(titleFault && { title: titleFault }), ...(contentFault && { content: contentFault }) }
}
