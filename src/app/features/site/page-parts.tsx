import { Link } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'

/** Text column of public pages. */
export function TextColumn({ children }: { children: ReactNode }) {
  return <PageLayout variant="boxed">{children}</PageLayout>
}

/**
 * Title block of an inner page: title and a short introduction below a strip of lattice.
 * `hasBreadcrumbs` adds breadcrumbs, for service pages.
 */
export function PageOpening({
  title,
  hasBreadcrumbs,
  children,
}: {
  title: string
  hasBreadcrumbs?: boolean
  children: ReactNode
}) {
  return (
    <div className="border-b">
      <LatticeBand />
      <TextColumn>
        <div className="py-10 sm:py-16">
          {hasBreadcrumbs ? <Breadcrumbs title={title} /> : null}
          <h1 className="font-serif text-[30px] leading-[42px] font-semibold sm:text-[44px] sm:leading-[62px]">
            {title}
          </h1>
          <p className="measure mt-5 text-[17px] leading-[31px] text-ink-2">{children}</p>
        </div>
      </TextColumn>
    </div>
  )
}

/** Breadcrumbs: 홈 > 서비스 > the page. */
function Breadcrumbs({ title }: { title: string }) {
  return (
    <nav aria-label="현재 위치" data-screen-only className="mb-4">
      <ol className="flex flex-wrap items-center gap-x-2 text-ink-3">
        <li>
          <Link to="/" className="inline-block py-1 underline-offset-4 hover:underline">
            홈
          </Link>
        </li>
        <li aria-hidden>›</li>
        <li>
          {/* /services asks for a sign-in; the home page lists the services for everybody. */}
          <Link to="/" hash="services" className="inline-block py-1 underline-offset-4 hover:underline">
            서비스
          </Link>
        </li>
        <li aria-hidden>›</li>
        <li aria-current="page" className="text-ink-2">
          {title}
        </li>
      </ol>
    </nav>
  )
}

/** A section of a page with its heading in the margin. */
export function PageSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-b py-12 last:border-b-0 sm:py-18">
      <TextColumn>
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[220px_1fr] print:block">
          <h2 id={id} className="scroll-mt-6 font-serif text-[24px] leading-9 font-semibold print:mb-6">
            {title}
          </h2>
          <div className="min-w-0">{children}</div>
        </div>
      </TextColumn>
    </section>
  )
}

interface PagePart {
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

/**
 * The sections of a long page. Narrow windows get links to them, because it takes many screens
 * there.
 */
export function Parts({ parts }: { parts: readonly PagePart[] }) {
  return (
    <>
      <nav aria-label="이 페이지의 내용" data-screen-only className="border-b lg:hidden">
        <TextColumn>
          <ul className="flex flex-wrap gap-x-6 py-1">
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </TextColumn>
      </nav>
      {parts.map(({ id, title, content }) => (
        <PageSection key={id} id={id} title={title}>
          {content}
        </PageSection>
      ))}
    </>
  )
}

export interface PageEntry {
  title: string
  text: string
}

/** Numbered lines laid out like register entries: 순위번호, 등기목적, 내용. */
export function RegisterEntries({ entries }: { entries: readonly PageEntry[] }) {
  return (
    <ol className="border-t-2 border-ink">
      {entries.map((entry, index) => (
        <li
          key={entry.title}
          className="grid break-inside-avoid grid-cols-[36px_1fr] gap-x-2 border-b py-5 sm:grid-cols-[56px_210px_1fr] sm:gap-x-4"
        >
          <span aria-hidden className="tabular font-serif text-[22px] leading-7 text-danger">
            {index + 1}
          </span>
          <h3 className="text-lead font-semibold">{entry.title}</h3>
          <p className="col-start-2 mt-1 max-w-[35em] text-lead text-ink-2 sm:col-start-3 sm:mt-0">{entry.text}</p>
        </li>
      ))}
    </ol>
  )
}

/**
 * The office's address with a link to a map, so that the page itself requests nothing from the map
 * service.
 */
export function AddressOnMap() {
  const { address } = useOffice()
  return (
    <>
      {address}{' '}
      <a
        href={`https://map.naver.com/p/search/${encodeURIComponent(address)}`}
        target="_blank"
        rel="noreferrer"
        data-screen-only
        className="whitespace-nowrap underline underline-offset-4"
      >
        지도 보기
      </a>
    </>
  )
}

/** Call button, the main action of public pages. */
function CallButton() {
  const { telephone } = useOffice()
  return (
    <a href={`tel:${telephone}`} className={buildButtonClass('primary', 'xl')}>
      <Phone size={18} strokeWidth={1.5} aria-hidden /> 전화 문의
    </a>
  )
}

/** The two ways to contact the office, telephone first. */
export function CallButtons() {
  return (
    <div className="flex flex-wrap gap-3" data-screen-only>
      <CallButton />
      <a href="/contact" className={buildButtonClass('secondary', 'xl')}>
        온라인 상담
      </a>
    </div>
  )
}

/**
 * End of a service page: when to call (with `children`), the contact buttons, and the signature.
 * `action` replaces the buttons.
 */
export function ClosingCall({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  const office = useOffice()
  return (
    <div className="py-12 sm:py-18">
      <TextColumn>
        <p className="font-serif text-[24px] leading-9 font-semibold">{title}</p>
        {children ? <p className="measure mt-3 text-lead text-ink-2">{children}</p> : null}
        <p className="tabular mt-3 text-lead text-ink-2">
          {office.telephone} · {office.hours}
        </p>
        <div className="mt-6">{action ?? <CallButtons />}</div>
        <div className="mt-14">
          <Signature />
        </div>
      </TextColumn>
    </div>
  )
}

/** The lattice of a 창호 window (세살), drawn with lines. Decorative and hidden from screen readers. */
export function Lattice({ className = '' }: { className?: string }) {
  const bars = [20, 40, 60, 80, 100, 120, 140]
  const rails = [24, 30, 36, 116, 122, 128, 208, 214, 220]
  return (
    <svg
      viewBox="0 0 160 244"
      aria-hidden
      className={`text-rule-strong ${className}`}
      fill="none"
      stroke="currentColor"
    >
      <rect x="3" y="3" width="154" height="238" strokeWidth="3" />
      <rect x="9" y="9" width="142" height="226" strokeWidth="1" />
      {bars.map((x) => (
        <path key={x} d={`M${x} 9V235`} strokeWidth="1.4" />
      ))}
      {rails.map((y) => (
        <path key={y} d={`M9 ${y}H151`} strokeWidth="1.4" />
      ))}
    </svg>
  )
}

/** The same lattice as a band of any length: the three rails of a 세살 window over its bars. */
export function LatticeBand({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden width="100%" height="36" className={`block text-rule-strong ${className}`}>
      <defs>
        <pattern id="lattice-band" width="20" height="36" patternUnits="userSpaceOnUse">
          <path d="M10 0V36M0 12H20M0 18H20M0 24H20" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </pattern>
      </defs>
      <rect width="100%" height="36" fill="url(#lattice-band)" />
    </svg>
  )
}

/**
 * Signature at the end of a document: the responsible scrivener, with the stamp over the end of the
 * name.
 */
export function Signature() {
  const office = useOffice()
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 text-lead">
      <span className="text-ink-2">{office.name}</span>
      <span className="relative inline-flex items-center pr-12 font-serif whitespace-nowrap text-title font-semibold tracking-[0.12em]">
        {formatScrivener(office)}
        <span className="absolute right-0 -rotate-3 opacity-90">
          {office.seal_image ? (
            <img src={office.seal_image} alt="" width={44} height={44} className="object-contain" />
          ) : (
            <OfficeMark size={44} isStamp />
          )}
        </span>
      </span>
    </p>
  )
}
