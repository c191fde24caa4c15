import { Tooltip } from '@base-ui/react/tooltip'
import { StrictMode } from 'react'
import './gallery.css'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { BarsSection } from './bars-section.tsx'
import { ButtonsSection } from './buttons-section.tsx'
import { TasksSection } from './downloads-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { FloatingSection } from './floating-section.tsx'
import { JsonSection } from './json-section.tsx'
import { RecordsSection } from './records-section.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { TablesSection } from './tables-section.tsx'

const sections = [
  { id: 'buttons', title: '단추와 표지', Part: ButtonsSection },
  { id: 'fields', title: '입력란', Part: FieldsSection },
  { id: 'floating', title: '창, 메뉴, 알림', Part: FloatingSection },
  { id: 'bars', title: '작업 줄, 필터 바, 컬럼 관리', Part: BarsSection },
  { id: 'downloads', title: '다운로드 작업', Part: TasksSection },
  { id: 'records', title: '상세 창과 일괄 수정', Part: RecordsSection },
  { id: 'json', title: '응답을 읽는 나무', Part: JsonSection },
  { id: 'tables', title: '표의 상태', Part: TablesSection },
] as const

type GallerySection = (typeof sections)[number]
export type SectionId = GallerySection['id']
export const sectionIds: readonly SectionId[] = sections.map(({ id }) => id)

/** `only`: a single section, for testing its parts. */
export function Gallery({ only }: { only?: SectionId }) {
  const shown = only ? sections.filter(({ id }) => id === only) : sections
  return (
    <StrictMode>
      <Tooltip.Provider delay={400}>
        <ToastProvider>
          <ConfirmProvider>
            <div className="mx-auto flex max-w-[1200px] flex-col gap-8 px-4 py-6">
              <Head shown={shown} />
              <main className="flex flex-col gap-8">
                {shown.map((section) => (
                  <Section key={section.id} {...section} />
                ))}
              </main>
            </div>
          </ConfirmProvider>
        </ToastProvider>
      </Tooltip.Provider>
    </StrictMode>
  )
}

function Head({ shown }: { shown: readonly GallerySection[] }) {
  return (
    <header className="flex flex-wrap items-center gap-4 border-b pb-4">
      <h1 className="flex-1 text-headline font-semibold">부품 진열대</h1>
      <nav aria-label="진열대" className="flex flex-wrap gap-3">
        {shown.map(({ id, title }) => (
          <a key={id} href={`#${id}`} className="text-primary underline">
            {title}
          </a>
        ))}
      </nav>
      <SchemeSwitch />
    </header>
  )
}

function Section({ id, title, Part }: GallerySection) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-4 border-b pb-8">
      <h2 id={`${id}-title`} className="text-title font-semibold">
        {title}
      </h2>
      <Part />
    </section>
  )
}
