import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/buttons/button-look.ts'
import { WithPutAwaySteps } from './with-first-steps.tsx'

/** In 도움말: what was put away by 더 보지 않기 comes back, on 오늘. */
export function ShowStepsAgain({ onShown }: { onShown(): void }) {
  return (
    <WithPutAwaySteps>
      {(showAgain) => (
        <section className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-paper-sunk px-4 py-3">
          <div className="min-w-0 flex-1 basis-60">
            <h3 className="font-semibold">사무소 준비</h3>
            <p className="mt-1 text-ink-2">이 기기에서 더 보지 않기로 한 준비 단계를 오늘 화면에 다시 표시합니다.</p>
          </div>
          <Link
            to="/staff"
            className={buttonClass('secondary')}
            onClick={() => {
              showAgain()
              onShown()
            }}
          >
            사무소 준비 다시 보기
          </Link>
        </section>
      )}
    </WithPutAwaySteps>
  )
}
