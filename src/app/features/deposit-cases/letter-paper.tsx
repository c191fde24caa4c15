import { FileDown, Printer } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import type { SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { PdfSheet, printPdf } from '#app/ui/display/pdf-sheet.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { offlineReason, type LetterForm, type ShownLetter } from './use-letter-form.ts'

interface LetterPaperProps {
  form: Pick<LetterForm, 'open' | 'write' | 'save' | 'isWritten' | 'isOffline' | 'letters'>
  shown: ShownLetter
  frame: RefObject<HTMLIFrameElement | null>
}

/** The printed page of a letter, in place of its form. */
export function LetterPaper({ form, shown: { letter, file, isLoading }, frame }: LetterPaperProps) {
  return (
    <div className="mt-3 flex flex-col gap-2">
      <p role="status" className="tabular text-ink-2">
        {letter
          ? `${numberOf(letter)} · ${letter.title}`
          : '저장하기 전의 모습입니다. 문서번호는 저장할 때 부여됩니다.'}
      </p>
      {file ? (
        <PdfSheet file={file} label={letter ? `공문 ${numberOf(letter)}` : '공문 미리보기'} frame={frame} />
      ) : (
        <div className="flex h-48 flex-col items-center justify-center gap-3 rounded-control bg-paper-sunk text-ink-2">
          {isLoading ? (
            <Spinner label="불러오는 중" />
          ) : (
            <>
              저장된 공문의 PDF를 불러오지 못했습니다.
              <Button onClick={() => void (letter && form.open(letter))}>다시 시도</Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** For a draft: back to the form, or save. For a saved letter: print, PDF, or next letter. */
export function LetterPaperActions({ form, shown, frame, onClose }: LetterPaperProps & { onClose(): void }) {
  const { letter, file } = shown
  const first = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone, so focus moves to the first action.
  useEffect(() => first.current?.focus(), [])
  const close = <Button onClick={onClose}>닫기</Button>
  if (!letter)
    return (
      <>
        {close}
        <Button ref={first} onClick={form.write}>
          계속 작성
        </Button>
        <SaveButton isOffline={form.isOffline} letters={form.letters} save={form.save} />
      </>
    )
  const disabledReason = file ? undefined : 'PDF를 불러온 뒤에 할 수 있습니다.'
  return (
    <>
      {close}
      <Button onClick={form.write}>{form.isWritten ? '쓰던 공문' : '새 공문'}</Button>
      <Button
        icon={<FileDown size={16} strokeWidth={1.5} />}
        disabledReason={disabledReason}
        onClick={() => file && saveFile(`공문_${numberOf(letter)}.pdf`, file)}
      >
        PDF
      </Button>
      <Button
        ref={first}
        tone="primary"
        icon={<Printer size={16} strokeWidth={1.5} />}
        disabledReason={disabledReason}
        onClick={() => file && printPdf(frame.current, file)}
      >
        인쇄
      </Button>
    </>
  )
}

export function SaveButton({ isOffline, letters, save }: Pick<LetterForm, 'isOffline' | 'letters' | 'save'>) {
  return (
    <Button
      tone="primary"
      isBusy={letters.isSaving}
      disabledReason={isOffline ? offlineReason : undefined}
      onClick={() => void save()}
    >
      {letters.isSaving ? '저장 중...' : '저장'}
    </Button>
  )
}

export function numberOf({ document_number: number, version }: SavedLetter): string {
  return version === 1 ? number : `${number} 제${version}판`
}
