import type { ReactNode } from 'react'

/**
 * How a page is laid out in its frame; pages for reading are at most 1200 px wide. `default`: one
 * centered column. `fluid`: full width. `boxed`: a column with its own margins. `sidebar`: a 250 px
 * list next to the column, above it in a narrow window. `dashboard`: exactly the window height, so
 * that a list scrolls and not the page.
 */
type PageLayoutProps =
  | { variant?: 'default' | 'fluid' | 'boxed' | 'dashboard'; children: ReactNode }
  | { variant: 'sidebar'; sidebar: ReactNode; children: ReactNode }

/** The outermost element of a page within its frame. */
export function PageLayout(props: PageLayoutProps) {
  if (props.variant !== 'sidebar')
    return <div className={widthClasses[props.variant ?? 'default']}>{props.children}</div>
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-12 gap-y-8 pb-8 lg:grid-cols-[250px_minmax(0,1fr)] print:block">
      {props.sidebar}
      <div className="min-w-0">{props.children}</div>
    </div>
  )
}

const widthClasses = {
  default: 'mx-auto flex w-full max-w-page flex-col gap-6 pb-8',
  fluid: 'flex w-full flex-col gap-4 pb-8',
  boxed: 'mx-auto w-full max-w-page px-4 sm:px-6',
  dashboard: 'flex h-full min-h-0 flex-col gap-3 laptop:gap-1',
}

/** A section of a page, by the id of its heading. `mark` is its number, such as `제1조`. */
interface ContentsEntry {
  id: string
  title: string
  mark?: string
}

/** 차례: the table of contents, next to the page and visible while it scrolls. */
export function PageContents({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <nav aria-label="차례" data-screen-only className="lg:sticky lg:top-6 lg:self-start">
      <ol className="grid grid-cols-[auto_1fr] border-t-2 border-ink">
        {entries.map(({ id, title, mark }) => (
          <li key={id} className="col-span-full grid grid-cols-subgrid border-b">
            <a
              href={`#${id}`}
              className="col-span-full grid grid-cols-subgrid py-2 text-ink-2 hover:text-ink hover:underline coarse:py-3"
            >
              {mark === undefined ? null : <span className="tabular pr-2 text-ink-3">{mark}</span>}
              <span className={mark === undefined ? 'col-span-full' : ''}>{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
