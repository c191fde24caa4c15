import type { ReactNode } from 'react'
import { Phone } from 'lucide-react'
import { buttonClass } from '#app/ui/button-look.ts'
import { office } from '#domain/office.ts'

/** The reading column of public pages. */
export function Column({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-[1080px] px-4">{children}</div>
}

/** Title block of an inner page: what it is about, in a sentence. */
export function PageOpening({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-b py-12 sm:py-16">
      <Column>
        <h1 className="font-serif text-[30px] leading-[42px] font-semibold sm:text-[38px] sm:leading-[54px]">
          {title}
        </h1>
        <p className="measure mt-4 text-lead text-ink-2">{children}</p>
      </Column>
    </div>
  )
}

/** A part of a page under a rule, with its heading standing in the margin. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-b py-12 last:border-b-0 sm:py-16">
      <Column>
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[220px_1fr]">
          <h2 id={id} className="font-serif text-[22px] leading-8 font-semibold">
            {title}
          </h2>
          <div className="min-w-0">{children}</div>
        </div>
      </Column>
    </section>
  )
}

export interface Entry {
  title: string
  text: string
}

/** Numbered lines set like the entries of a register: 순위번호, 등기목적, 내용. */
export function RegisterEntries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="border-t border-rule-strong">
      {entries.map((entry, place) => (
        <li
          key={entry.title}
          className="grid grid-cols-[40px_1fr] gap-x-2 border-b py-4 sm:grid-cols-[56px_200px_1fr] sm:gap-x-4"
        >
          <span aria-hidden className="tabular pt-0.5 font-serif text-lead text-seal">
            {place + 1}
          </span>
          <h3 className="pt-0.5 text-lead font-semibold">{entry.title}</h3>
          <p className="col-start-2 text-lead text-ink-2 sm:col-start-3">{entry.text}</p>
        </li>
      ))}
    </ol>
  )
}

/** The telephone as the one act of a public page. */
export function CallButton() {
  return (
    <a href={`tel:${office.telephone}`} className={buttonClass('primary', 'xl')}>
      <Phone size={18} strokeWidth={1.5} aria-hidden /> 전화 문의
    </a>
  )
}

/** How a service page ends: when to call, with what `children` add, and the telephone. */
export function ClosingCall({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="py-12 sm:py-16">
      <Column>
        <p className="font-serif text-[22px] leading-8 font-semibold">{title}</p>
        {children ? <p className="mt-2 measure text-lead text-ink-2">{children}</p> : null}
        <p className="mt-2 text-lead text-ink-2">
          {office.telephone} · {office.hours}
        </p>
        <div className="mt-6">
          <CallButton />
        </div>
      </Column>
    </div>
  )
}
