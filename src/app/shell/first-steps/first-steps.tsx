import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { FirstStep } from '#domain/today/first-steps.ts'
import { getStepText, type FirstSteps as Steps, WithFirstSteps } from './with-first-steps.tsx'

/** What a new office still has to set up, on 오늘. Other screens show one line (status-line.tsx). */
export function FirstSteps() {
  return <WithFirstSteps>{(progress) => <StepList progress={progress} />}</WithFirstSteps>
}

function StepList({ progress }: { progress: Steps }) {
  const { steps, doneCount, dismiss } = progress
  const toast = useToast()
  const id = useId()
  return (
    <section aria-labelledby={id} data-screen-only className="rounded-panel border bg-paper-raised px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="font-semibold">
          사무소 준비
        </h2>
        <p className="tabular text-ink-2">
          {doneCount === null ? `${steps.length}단계` : `${steps.length}단계 중 ${doneCount}단계 완료`}
        </p>
        <Button
          size="sm"
          tone="transparent"
          className="ml-auto"
          onClick={() => {
            dismiss()
            toast.success('도움말에서 사무소 준비를 다시 볼 수 있습니다.')
          }}
        >
          더 보지 않기
        </Button>
      </div>
      <ol className="grid gap-x-6 py-1 sm:grid-cols-2 xl:grid-cols-5">
        {steps.map((step, index) => (
          <Step key={step.key} step={step} progress={progress} number={index + 1} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step, number, progress }: { step: FirstStep; number: number; progress: Steps }) {
  const isNext = step === progress.next
  const { title, note, to, search = {}, action } = getStepText(step, progress.depositPart)
  return (
    <li className="flex items-start gap-2.5 py-1.5">
      <span
        className={`tabular mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full text-label font-semibold ${step.isDone ? 'bg-good-wash text-good' : isNext ? 'bg-primary text-primary-ink' : 'bg-paper-sunk text-ink-2'}`}
      >
        {step.isDone ? <Check size={14} strokeWidth={2} aria-hidden /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start gap-0.5">
        <p className={step.isDone ? 'text-ink-2' : 'font-medium'}>
          {!step.isDone && !isNext ? (
            <Link to={to} search={search} className="inline-block underline underline-offset-4 coarse:py-2.5">
              {title}
            </Link>
          ) : (
            title
          )}
          {step.isDone ? <span className="text-good"> 완료</span> : null}
        </p>
        {step.isDone ? null : <p className="text-label text-ink-2">{note}</p>}
        {isNext ? (
          <Link to={to} search={search} className={`mt-1 ${buildButtonClass('primary', 'sm')}`}>
            {action}
          </Link>
        ) : null}
      </div>
    </li>
  )
}
