import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { QuestionDialog } from './question-dialog.tsx'

export interface ConfirmQuestion {
  title: string
  message?: ReactNode
  /**
   * Label of the confirming button, such as 삭제, 버리기, 덮어쓰기. Absent for a message that needs no
   * decision.
   */
  confirmLabel?: string
  cancelLabel?: string
  /** Red button, for actions that cannot be undone. */
  isDestructive?: boolean
  /** A word the user must type before the button works. */
  typedWord?: string
}

type ConfirmFn = (question: ConfirmQuestion) => Promise<boolean>

const ConfirmContext = createContext<ConfirmFn | null>(null)

/**
 * Asks before something that cannot be undone: `if (await confirm({ … })) …`, in the open dialog
 * where there is one. Closing it any other way gives false.
 */
export function useConfirm(): ConfirmFn {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it')
  return confirm
}

/** Renders the question of `useConfirm`, at most one. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<{ question: ConfirmQuestion; answer: (isConfirmed: boolean) => void } | null>(
    null,
  )
  const confirm = useCallback<ConfirmFn>(
    (question) =>
      new Promise((resolve) => {
        setPending((previous) => {
          previous?.answer(false)
          if (previous?.question !== question) return { question, answer: resolve }
          // A second Escape can ask again before the question has focus; it counts as no.
          resolve(false)
          return null
        })
      }),
    [],
  )
  function answer(isConfirmed: boolean) {
    pending?.answer(isConfirmed)
    setPending(null)
  }
  return (
    <ConfirmContext value={useMemo(() => confirm, [confirm])}>
      {children}
      {pending ? <ConfirmDialog question={pending.question} onAnswer={answer} /> : null}
    </ConfirmContext>
  )
}

function ConfirmDialog({
  question,
  onAnswer,
}: {
  question: ConfirmQuestion
  onAnswer: (isConfirmed: boolean) => void
}) {
  const [typed, setTyped] = useState('')
  const cancelRef = useRef<HTMLButtonElement>(null)
  const wordRef = useRef<HTMLInputElement>(null)
  const isReady = question.typedWord === undefined || typed.trim() === question.typedWord
  return (
    <QuestionDialog
      title={question.title}
      description={question.message}
      onClose={() => onAnswer(false)}
      initialFocus={question.typedWord === undefined ? cancelRef : wordRef}
      actions={
        <>
          <Button ref={cancelRef} onClick={() => onAnswer(false)}>
            {question.cancelLabel ?? '취소'}
          </Button>
          {question.confirmLabel === undefined ? null : (
            <Button
              tone={question.isDestructive ? 'danger' : 'primary'}
              disabled={!isReady}
              onClick={() => onAnswer(true)}
            >
              {question.confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {question.typedWord === undefined ? null : (
        <div className="mt-4">
          <TextField
            label={`계속하려면 '${question.typedWord}'를 입력해 주세요.`}
            value={typed}
            onValue={setTyped}
            ref={wordRef}
          />
        </div>
      )}
    </QuestionDialog>
  )
}

/** Closes or replaces a form; with unsaved input only after the user confirms discarding it. */
export function useConfirmClose<Args extends unknown[]>(
  isDirty: boolean,
  onLeave: (...args: Args) => void,
): (...args: Args) => Promise<void> {
  const confirm = useConfirm()
  return async (...args) => {
    if (!isDirty || (await confirm(discardQuestion))) onLeave(...args)
  }
}

const discardQuestion = {
  title: '입력한 내용을 버리시겠습니까?',
  message: '저장하지 않은 내용은 되돌릴 수 없습니다.',
  confirmLabel: '버리기',
  isDestructive: true,
}
