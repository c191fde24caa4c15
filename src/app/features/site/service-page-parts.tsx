import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { type PageEntry, TextColumn } from './page-parts.tsx'

/**
 * Questions that open and close independently. Uses native `details` without a shared name, so it
 * works without scripts and by keyboard, and the browser's page search opens matching answers. In
 * print all answers are open (theme.css). Each has an anchor: `questions-3`.
 */
export function QuestionList({ id, questions }: { id: string; questions: readonly PageEntry[] }) {
  const ref = useOpenQuestion()
  return (
    <div ref={ref} className="border-t-2 border-ink">
      {questions.map((question, index) => (
        <details key={question.title} id={`${id}-${index + 1}`} className="group scroll-mt-6 border-b">
          <summary className="flex min-h-14 cursor-pointer list-none items-start gap-3 py-4 text-lead font-semibold [&::-webkit-details-marker]:hidden">
            <span aria-hidden className="font-serif text-ink-3">
              문
            </span>
            <span className="flex-1">{question.title}</span>
            <span
              aria-hidden
              data-screen-only
              className="relative mt-1.5 size-4 shrink-0 text-ink-2 before:absolute before:top-[7px] before:h-0.5 before:w-4 before:bg-current after:absolute after:left-[7px] after:h-4 after:w-0.5 after:bg-current after:transition-transform after:duration-140 group-open:after:rotate-90"
            />
          </summary>
          <div className="flex gap-3 pb-6 text-lead">
            <span aria-hidden className="font-serif font-semibold text-danger">
              답
            </span>
            <p className="measure text-ink-2">{question.text}</p>
          </div>
        </details>
      ))}
    </div>
  )
}

/** Opens the question that the URL names, and shows it. */
function useOpenQuestion() {
  const ref = useRef<HTMLDivElement>(null)
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const named = hash === '' ? null : document.getElementById(hash)
    if (!(named instanceof HTMLDetailsElement) || ref.current?.contains(named) !== true) return
    named.open = true
    named.scrollIntoView({ block: 'start' })
  }, [hash])
  return ref
}

/** 스태프 전용 안내: notes shown only to staff on this page. */
export function StaffGuidance({ notes }: { notes: readonly string[] }) {
  const state = useSession()
  if (!isStaff(state)) return null
  return (
    <section aria-labelledby="staff-guidance" data-screen-only className="border-b bg-(--primary-wash) py-8">
      <TextColumn>
        <div className="grid gap-x-10 gap-y-3 lg:grid-cols-[220px_1fr]">
          <h2 id="staff-guidance" className="text-lead font-semibold">
            스태프 전용 안내
          </h2>
          <ul className="measure list-disc space-y-1 pl-5 text-lead">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      </TextColumn>
    </section>
  )
}

/**
 * What staff must observe when advising visitors of these pages; based on 법무사법 제19조·제20조·제21조·제25조.
 */
export const civilStaffNotes: readonly string[] = [
  '소송대리나 변론을 약속하는 말은 상담에서도 쓰지 않습니다. 안내는 서류 작성과 제출 대행으로만 합니다.',
  '당사자 한쪽의 위임을 받은 사건에서는 양쪽의 동의 없이 상대방의 서류를 작성하지 않습니다(법무사법 제20조 제2항).',
  '위임인의 신분은 증명서로 확인하고, 확인한 방법과 내용을 사건부에 적습니다(법무사법 제25조).',
  '보수 밖의 돈은 어떤 이름으로도 받지 않습니다(법무사법 제19조 제2항).',
]

export const corporateStaffNotes: readonly string[] = [
  '상담을 받은 날 등기부에서 임원의 임기와 마지막 등기 날짜를 먼저 확인하고, 2주의 기한을 위임 기록에 적습니다.',
  '의사록의 날짜와 결의 기관이 정관에 맞는지 확인한 뒤 날인을 받습니다.',
  '위임인이 대표자인지 대리인인지 증명서로 확인하고, 확인한 방법과 내용을 사건부에 적습니다(법무사법 제25조).',
]
