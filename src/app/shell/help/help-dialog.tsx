import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { hasCoarsePointer } from '#app/ui/browser/coarse-pointer.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { CornerMark } from '#app/ui/data-table/cells/cell-corner.tsx'
import { isApplePlatform } from '#app/ui/data-table/commands/key-labels.ts'
import { buildKeySections, KeyList } from '#app/ui/data-table/key-help.tsx'
import { CountedSearch } from '#app/ui/fields/counted-search.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { WithHiddenSteps } from '../first-steps/with-first-steps.tsx'
import { findHelpTopics, type HelpTopic } from './help-texts.ts'

/**
 * 도움말: marks, working offline, value input, table keys, and whom to ask. All of it is available
 * offline.
 */
export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const content = useRef<HTMLDivElement>(null)
  return (
    // On touch devices, focusing the search field would open the keyboard over half of the text.
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="도움말"
      width="wide"
      {...(hasCoarsePointer() ? { initialFocus: content } : {})}
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        <HelpBody onClose={onClose} />
      </div>
    </Dialog>
  )
}

function HelpBody({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('')
  const topics = findHelpTopics(typed)
  const keys = buildKeySections(typed, isApplePlatform())
  const count = [...topics, ...keys].reduce((sum, { lines }) => sum + lines.length, 0)
  return (
    <div className="flex flex-col gap-4 pt-1">
      <CountedSearch
        label="도움말 찾기"
        placeholder="오프라인, 날짜, 복사, ㅊㅅ"
        value={typed}
        count={count}
        onValue={setTyped}
      />
      <ShowStepsAgain onShown={onClose} />
      {count === 0 ? <p className="py-4 text-center text-ink-2">찾는 도움말이 없습니다.</p> : null}
      {topics.map((topic) => (
        <Topic key={topic.title} topic={topic} />
      ))}
      {keys.length === 0 ? null : (
        <section>
          <h3 className="mb-3 text-lead font-semibold">단축키</h3>
          <KeyList sections={keys} />
        </section>
      )}
      <HelpContacts />
    </div>
  )
}

function Topic({ topic }: { topic: HelpTopic }) {
  return (
    <section>
      <h3 className="border-b border-rule-strong pb-1 text-lead font-semibold">{topic.title}</h3>
      <dl>
        {topic.lines.map(({ term, text, mark }) => (
          <div key={term} className="flex gap-x-4 border-b py-2 max-sm:flex-col">
            <dt className="flex w-44 shrink-0 items-start gap-2 font-medium">
              {mark ? (
                <span aria-hidden className="relative mt-0.5 h-4 w-6 shrink-0 border border-rule-strong">
                  <CornerMark mark={mark} />
                </span>
              ) : null}
              {term}
            </dt>
            <dd className="min-w-0 flex-1 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Always visible, so that a user who finds nothing knows whom to ask. */
function HelpContacts() {
  const { name, telephone, email, hours } = useOffice()
  return (
    <section className="rounded-control bg-paper-sunk px-4 py-3">
      <h3 className="font-semibold">물어볼 곳</h3>
      <p className="mt-1 text-ink-2">
        먼저 사무소의 최고관리자에게 물어봐 주세요. 화면 아래 상태 표시줄의 내용을 함께 알려 주시면 빨리 찾을 수
        있습니다.
      </p>
      <p className="tabular mt-1">{[name, telephone, email, hours].filter((fact) => fact !== '').join(' · ')}</p>
    </section>
  )
}

/** Button in 도움말 that shows the steps hidden with 더 보지 않기 on 오늘 again. */
function ShowStepsAgain({ onShown }: { onShown(): void }) {
  return (
    <WithHiddenSteps>
      {(showAgain) => (
        <section className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-paper-sunk px-4 py-3">
          <div className="min-w-0 flex-1 basis-60">
            <h3 className="font-semibold">사무소 준비</h3>
            <p className="mt-1 text-ink-2">이 기기에서 더 보지 않기로 한 준비 단계를 오늘 화면에 다시 표시합니다.</p>
          </div>
          <Link
            to="/staff"
            className={buildButtonClass('secondary')}
            onClick={() => {
              showAgain()
              onShown()
            }}
          >
            사무소 준비 다시 보기
          </Link>
        </section>
      )}
    </WithHiddenSteps>
  )
}
