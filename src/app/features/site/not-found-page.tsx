import { Link } from '@tanstack/react-router'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { TextColumn } from './page-parts.tsx'

/**
 * Page for unknown URLs, with ways to continue. The server sends the visitors' version with status
 * 404.
 */
export function NotFoundPage() {
  return isStaff(useSession()) ? <StaffNotFound /> : <VisitorNotFound />
}

/** Version inside the back office, with its navigation. */
function StaffNotFound() {
  return (
    <section className="mx-auto flex max-w-[520px] flex-col items-start gap-3 px-4 py-16">
      <h1 className="text-title font-semibold">페이지를 찾을 수 없습니다</h1>
      <p className="text-ink-2">주소가 바뀌었거나 잘못 적힌 것 같습니다. 저장한 내용과 보낼 작업은 그대로 있습니다.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Link to="/staff" className={buildButtonClass('primary')}>
          오늘로
        </Link>
        <Link to="/services/real-estate" search={{ tab: 'table' }} className={buildButtonClass()}>
          사건부 열기
        </Link>
      </div>
    </section>
  )
}

function VisitorNotFound() {
  const office = useOffice()
  return (
    <div className="relative isolate overflow-hidden">
      <StampPattern className="-z-10" />
      <TextColumn>
        <div className="py-16 sm:py-28">
          <div className="max-w-[620px] border-3 border-double border-rule-strong bg-paper-raised px-6 py-10 sm:px-12 sm:py-14">
            <h1 className="font-serif text-[28px] leading-[42px] font-semibold sm:text-[38px] sm:leading-[54px]">
              페이지를 찾을 수 없습니다
            </h1>
            <p className="measure mt-4 text-lead text-ink-2">
              주소가 바뀌었거나 잘못 적힌 것 같습니다. 아래에서 찾으시는 곳으로 가실 수 있고, 전화를 주시면 바로 안내해
              드립니다.
            </p>
            <ul className="mt-6 border-t-2 border-ink text-lead">
              <li className="border-b">
                <Link to="/services/real-estate" className="block py-3 underline-offset-4 hover:underline">
                  부동산 등기
                </Link>
              </li>
              <li className="border-b">
                <Link to="/services/corporate" className="block py-3 underline-offset-4 hover:underline">
                  법인 등기
                </Link>
              </li>
              <li className="border-b">
                <Link to="/services/deposit" className="block py-3 underline-offset-4 hover:underline">
                  공탁
                </Link>
              </li>
              <li className="border-b">
                <Link to="/services/civil" className="block py-3 underline-offset-4 hover:underline">
                  민사 서류
                </Link>
              </li>
            </ul>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link to="/" className={buildButtonClass('primary', 'xl')}>
                홈으로
              </Link>
              <a href={`tel:${office.telephone}`} className={buildButtonClass('secondary', 'xl')}>
                전화 문의 {office.telephone}
              </a>
            </div>
          </div>
        </div>
      </TextColumn>
    </div>
  )
}

/**
 * Background pattern from the strokes of the office's stamp, like the fine print of certified
 * documents. Decorative and hidden from screen readers.
 */
function StampPattern({ className = '' }: { className?: string }) {
  const { seal_strokes: strokes } = useOffice()
  return (
    <svg
      aria-hidden
      width="100%"
      height="100%"
      className={`pointer-events-none absolute inset-0 text-rule ${className}`}
    >
      <defs>
        <pattern id="stamp-ground" width="64" height="64" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinecap="square">
            <rect x="1.5" y="1.5" width="29" height="29" rx="4" />
            {strokes.map((stroke) => (
              <path key={stroke} d={stroke} />
            ))}
            <path d="M48 40v16M40 48h16" />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#stamp-ground)" />
    </svg>
  )
}
