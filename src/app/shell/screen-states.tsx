import { useRouter } from '@tanstack/react-router'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'

/**
 * Error boundary of every screen: what happened, what is safe, what to do. The frame keeps working.
 */
export function ScreenError({ error }: { error: unknown }) {
  const router = useRouter()
  const isMissing = isMissingCode(error)
  const isForStaff = isStaff(useSession())
  return (
    <section role="alert" className="mx-auto flex max-w-[520px] flex-col gap-3 px-4 py-16">
      <h1 className="text-title font-semibold">
        {isMissing ? '이 기기에 아직 받아 두지 않은 화면입니다' : '이 화면을 표시하지 못했습니다'}
      </h1>
      <p className="text-ink-2">
        {isMissing
          ? '연결되어 있을 때 한 번 열면 그다음부터는 오프라인에서도 열립니다.'
          : '화면을 그리는 중에 예상하지 못한 오류가 발생했습니다.'}
      </p>
      <p className="text-ink-2">저장한 내용과 보낼 작업은 이 기기에 그대로 있으며, 연결되면 전송됩니다.</p>
      <div className="mt-2 flex gap-2">
        <Button tone="primary" onClick={() => (isMissing ? location.reload() : void router.invalidate())}>
          다시 시도
        </Button>
        <a href={isForStaff ? '/staff' : '/'} className={buildButtonClass()}>
          {isForStaff ? '오늘로' : '홈으로'}
        </a>
      </div>
      {isMissing ? null : (
        <details className="mt-2 text-label text-ink-3">
          <summary>담당자에게 알려 줄 내용</summary>
          <pre className="mt-1 overflow-auto whitespace-pre-wrap">{String(error)}</pre>
        </details>
      )}
    </section>
  )
}

/** A chunk that was never fetched and can't be fetched now; browsers word this differently. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module|module script/i.test(error.message)
  )
}

/** Shown while a screen loads: rows keep their height. Invisible for the first 200 ms. */
export function ScreenPending() {
  return (
    <div role="status" className="flex flex-col gap-4 p-4">
      <span className="sr-only">불러오는 중...</span>
      <Skeleton className="h-7 w-48" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-9 w-full" />
      ))}
    </div>
  )
}
