import { Tooltip } from '@base-ui/react/tooltip'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './gallery.css'
import { ConfirmProvider } from '#app/ui/overlays/confirm.tsx'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'
import { BarsSection } from './bars-section.tsx'
import { ButtonsSection } from './buttons-section.tsx'
import { DownloadsSection } from './downloads-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { FloatingSection } from './floating-section.tsx'
import { JsonSection } from './json-section.tsx'
import { RecordsSection } from './records-section.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { TablesSection } from './tables-section.tsx'

/*
 * Every part of src/app/ui in every state, for whoever builds a screen. It stands beside the table's harness, below tests/, because that is the simplest place the product
 * cannot reach: nothing imports tests, the build starts from /index.html alone, and the harness server of the specs shows it as it is. While `npm run dev` runs it is at
 * /tests/e2e/data-table/harness/gallery.html. gallery.spec.ts holds that nothing of it is in dist/.
 */

const sections = [
  { id: 'buttons', title: '단추와 표지', part: <ButtonsSection /> },
  { id: 'fields', title: '입력란', part: <FieldsSection /> },
  { id: 'floating', title: '창, 메뉴, 알림', part: <FloatingSection /> },
  { id: 'bars', title: '작업 줄, 필터 바, 컬럼 관리', part: <BarsSection /> },
  { id: 'downloads', title: '다운로드 작업', part: <DownloadsSection /> },
  { id: 'records', title: '상세 창과 일괄 수정', part: <RecordsSection /> },
  { id: 'json', title: '응답을 읽는 나무', part: <JsonSection /> },
  { id: 'tables', title: '표의 상태', part: <TablesSection /> },
]

function Gallery() {
  return (
    <div className="mx-auto flex max-w-[1200px] flex-col gap-8 px-4 py-6">
      <header className="flex flex-wrap items-center gap-4 border-b pb-4">
        <h1 className="flex-1 text-headline font-semibold">부품 진열대</h1>
        <nav aria-label="진열대" className="flex flex-wrap gap-3">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`} className="text-primary underline">
              {title}
            </a>
          ))}
        </nav>
        <SchemeSwitch />
      </header>
      <main className="flex flex-col gap-8">
        {sections.map(({ id, title, part }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-4 border-b pb-8">
            <h2 id={`${id}-title`} className="text-title font-semibold">
              {title}
            </h2>
            {part}
          </section>
        ))}
      </main>
    </div>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Tooltip.Provider delay={400}>
        <ToastProvider>
          <ConfirmProvider>
            <Gallery />
          </ConfirmProvider>
        </ToastProvider>
      </Tooltip.Provider>
    </StrictMode>,
  )
}
