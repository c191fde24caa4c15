import { Link, useLocation } from '@tanstack/react-router'
import { MessageSquare, Phone } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { isStaff, useSession } from '#app/session/session-store.ts'
import { SignInButton } from '#app/session/sign-in/sign-in-button.tsx'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { formatScrivener, getOfficeTitle, isUnnamed } from '#domain/office/office-texts.ts'
import { DemoBanner, SkipLink } from '../screen-top.tsx'
import { SiteSearch } from '../site-search/site-search.tsx'
import { PublicSignOut } from './public-sign-out.tsx'

/**
 * Public site around its pages: the name, a few links, and on phones the telephone and the contact
 * page one tap away.
 */
export function PublicFrame({ children, hasFooter }: { children: ReactNode; hasFooter: boolean }) {
  useLoadFullTypeface()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <DemoBanner />
      <header data-screen-only className="border-b">
        <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-2 px-4 sm:gap-x-6 sm:px-6">
          <HomeLink />
          <nav aria-label="주 메뉴" className="ml-auto hidden items-center gap-5 text-ink-2 lg:flex">
            <PublicLinks />
          </nav>
          <div className="ml-auto flex items-center sm:gap-2 lg:ml-0 xl:gap-5">
            <Telephone />
            <SiteSearch />
            <SessionActions />
          </div>
        </div>
        <nav
          aria-label="주 메뉴"
          // One line on a phone, also in the device's wider font, which the first visit uses; the
          // rest scrolls. Narrower windows are zoomed ones, where nothing may be out of sight.
          className="mx-auto flex max-w-page flex-wrap gap-x-5 border-t px-4 text-ink-2 [scrollbar-width:none] max-sm:justify-between max-sm:gap-x-1.5 sm:px-6 lg:hidden min-[22.5rem]:max-sm:flex-nowrap min-[22.5rem]:max-sm:overflow-x-auto min-[22.5rem]:max-sm:[&_a]:-outline-offset-2"
        >
          <PublicLinks />
        </nav>
      </header>
      <main id="main" className="flex-1">
        {children}
      </main>
      {hasFooter ? <FooterWithBottomBar /> : null}
    </div>
  )
}

/**
 * Shown while the office has no name yet (`isUnnamed`): the sign-in for staff, and nothing that
 * would be published under a wrong name.
 */
export function UnnamedFrame() {
  useLoadFullTypeface()
  const state = useSession()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b">
        <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center justify-between gap-x-6 px-4 sm:px-6">
          <HomeLink />
          <SessionActions />
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-page flex-1 px-4 py-16 sm:px-6 sm:py-28">
        <h1 className="font-serif text-[28px] leading-[42px] font-semibold">누리집을 준비하고 있습니다</h1>
        <p className="measure mt-4 text-lead text-ink-2">
          {isStaff(state)
            ? '최고관리자가 관리 → 사무소에서 사무소 이름을 확인하면 바로 공개됩니다.'
            : '곧 사무소와 하는 일을 안내해 드리겠습니다.'}
        </p>
        {state.user?.is_superuser ? (
          <Link to="/settings" search={{ tab: 'office' }} className={`${buildButtonClass('primary')} mt-6`}>
            사무소 정보 입력
          </Link>
        ) : null}
      </main>
    </div>
  )
}

function HomeLink() {
  const office = useOffice()
  const name = getOfficeTitle(office)
  return (
    <Link
      to="/"
      className="flex min-h-12 items-center gap-2.5 font-serif text-lead font-semibold"
      aria-label={`${name} 홈`}
    >
      {isUnnamed(office) ? null : <OfficeMark />}
      <span className="whitespace-nowrap">{name}</span>
    </Link>
  )
}

/** Shown if the window has room; phones have the bottom bar instead. */
function Telephone() {
  const { telephone } = useOffice()
  return (
    <a
      href={`tel:${telephone}`}
      className="tabular hidden min-h-12 items-center gap-1.5 font-semibold whitespace-nowrap underline-offset-4 hover:underline xl:inline-flex"
    >
      <Phone size={16} strokeWidth={1.5} aria-hidden /> {telephone}
    </a>
  )
}

/**
 * Footer, and on phones a bottom bar with the two ways to reach the office. The contact page offers
 * both itself, and the bar would cover its fields.
 */
function FooterWithBottomBar() {
  const isContactPage = useLocation({ select: ({ pathname }) => /^\/contact\/?$/.test(pathname) })
  return (
    <>
      <PublicFooter />
      {isContactPage ? null : <BottomBar />}
    </>
  )
}

/** At the end of the page where the window is too low to give it room. */
function BottomBar() {
  const office = useOffice()
  return (
    <nav
      aria-label="바로 연락"
      data-screen-only
      className="sticky bottom-0 z-30 grid grid-cols-2 bg-paper-raised pb-[env(safe-area-inset-bottom)] sm:hidden low:static"
    >
      <a href={`tel:${office.telephone}`} className={`${barClass} bg-primary text-primary-ink`}>
        <Phone size={18} strokeWidth={1.5} aria-hidden /> 전화 문의
      </a>
      <a href="/contact" className={`${barClass} border-t border-rule-strong`}>
        <MessageSquare size={18} strokeWidth={1.5} aria-hidden /> 상담 문의
      </a>
    </nav>
  )
}

/** As high as its text needs, because fonts may be large. */
const barClass =
  'flex min-h-14 min-w-0 flex-wrap items-center justify-center gap-x-2 px-1 py-1 text-center text-lead leading-6 font-semibold'

/** Frame of a page without header and footer; the page brings its own main element. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <DemoBanner />
      {children}
    </div>
  )
}

const linkClass =
  'py-3 whitespace-nowrap underline-offset-8 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-danger aria-[current=page]:decoration-2'

/**
 * 소식, AI 채팅 and 상담 문의 are pages of other features, so they are plain links, which the frame follows
 * (root-frame.tsx). On phones 상담 문의 is in the bottom bar.
 */
function PublicLinks() {
  const currentPath = useLocation({ select: ({ pathname }) => pathname })
  const isSignedIn = useSession().user !== null
  const getAriaCurrent = (path: string) => (currentPath.startsWith(path) ? 'page' : undefined)
  return (
    <>
      <Link to="/services/real-estate" className={linkClass}>
        부동산 등기
      </Link>
      <Link to="/services/corporate" className={linkClass}>
        법인 등기
      </Link>
      <Link to="/services/deposit" className={linkClass}>
        공탁
      </Link>
      <Link to="/services/civil" className={linkClass}>
        민사
      </Link>
      {/* Without a sign-in, the link would only redirect home; the footer has it for visitors. */}
      {isSignedIn ? (
        <Link to="/services" className={`${linkClass} max-sm:hidden`} activeOptions={{ exact: true }}>
          법률 서비스
        </Link>
      ) : null}
      <a href="/blog/" aria-current={getAriaCurrent('/blog')} className={linkClass}>
        소식
      </a>
      <Link to="/about" className={linkClass}>
        사무소 소개
      </Link>
      <a href="/features" aria-current={getAriaCurrent('/features')} className={linkClass}>
        AI 채팅
      </a>
      <a href="/contact" aria-current={getAriaCurrent('/contact')} className={`${linkClass} max-sm:hidden`}>
        상담 문의
      </a>
    </>
  )
}

function SessionActions() {
  const state = useSession()
  if (!state.user) return <SignInButton tone="secondary" />
  if (isStaff(state)) {
    return (
      <Link to="/staff" className={buildButtonClass('primary')}>
        업무 화면
      </Link>
    )
  }
  return <PublicSignOut name={state.user.nickname} />
}

/**
 * Loads the whole typeface when the user starts to type, because they may need letters beyond the
 * site's own. Only texts set in it shift (theme.css). Posts use the device's fonts: the typeface
 * would load after the text, shift every line, and cost a slow phone 1.5 s of work (Lighthouse, 4×
 * slower processor).
 */
function useLoadFullTypeface(): void {
  useEffect(() => {
    document.addEventListener('focusin', loadForWriting)
    return () => document.removeEventListener('focusin', loadForWriting)
  }, [])
}

function loadForWriting(event: FocusEvent): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) void loadTypeface()
}

/** Without a network the system font is used. */
async function loadTypeface(): Promise<void> {
  await import('#app/ui/theme/typeface.css').catch(() => null)
}

const footerLinkClass = 'inline-block py-1.5 underline-offset-4 hover:text-ink hover:underline'

/** Footer of every public page: the office, its address, and the pages every site must offer. */
function PublicFooter() {
  const office = useOffice()
  return (
    <footer className="border-t bg-paper-sunk">
      <div className="mx-auto grid max-w-page grid-cols-2 gap-x-12 gap-y-8 px-4 py-12 text-ink-2 sm:px-6 md:grid-cols-[1fr_auto_auto]">
        <address className="col-span-full leading-6 not-italic md:col-span-1">
          <p className="font-serif text-lead font-semibold text-ink">{office.name}</p>
          <p className="mt-2">
            {formatScrivener(office)} · {office.address}
          </p>
          <p>
            전화{' '}
            <a href={`tel:${office.telephone}`} className="tabular underline underline-offset-4">
              {office.telephone}
            </a>{' '}
            ({office.hours})
          </p>
        </address>
        <nav aria-label="업무 안내" data-screen-only>
          <ul>
            <li>
              <Link to="/services/real-estate" className={footerLinkClass}>
                부동산 등기
              </Link>
            </li>
            <li>
              <Link to="/services/corporate" className={footerLinkClass}>
                법인 등기
              </Link>
            </li>
            <li>
              <Link to="/services/deposit" className={footerLinkClass}>
                공탁
              </Link>
            </li>
            <li>
              <Link to="/services/civil" className={footerLinkClass}>
                민사
              </Link>
            </li>
            <li>
              <Link to="/services" className={footerLinkClass}>
                법률 서비스 (로그인 필요)
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-label="사무소" data-screen-only>
          <ul>
            <li>
              <Link to="/about" className={footerLinkClass}>
                사무소 소개
              </Link>
            </li>
            <li>
              <a href="/contact" className={footerLinkClass}>
                상담 문의
              </a>
            </li>
            <li>
              <a href="/features" className={footerLinkClass}>
                AI 채팅
              </a>
            </li>
            <li>
              <Link to="/terms" className={footerLinkClass}>
                이용약관
              </Link>
            </li>
            <li>
              <Link to="/privacy" className={`${footerLinkClass} font-semibold`}>
                개인정보 처리방침
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
