import type { ReactNode } from 'react'

/**
 * How a page is laid out in its frame; pages for reading are at most 1200 px wide. `default`: one
 * centred column. `fluid`: full width. `boxed`: a column with its own margins. `sidebar`: a 250 px
 * list next to the column, above it in a narrow window. `dashboard`: exactly the window height, so
 * that a list scrolls and not the page.
 */
type PageLayoutProps =
  | { variant?: 'default' | 'fluid' | 'boxed' | 'dashboard'; children: ReactNode }
  | { variant: 'sidebar'; sidebar: ReactNode; children: ReactNode }

/** The outermost element of a page within its frame. */
export function PageLayout(props: PageLayoutProps) {
  if (props.variant !== 'sidebar') return <div className={looks[props.variant ?? 'default']}>{props.children}</div>
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-12 gap-y-8 pb-8 lg:grid-cols-[250px_minmax(0,1fr)] print:block">
      {props.sidebar}
      <div className="min-w-0">{props.children}</div>
    </div>
  )
}

const looks = {
  default: 'mx-auto flex w-full max-w-page flex-col gap-6 pb-8',
  fluid: 'flex w-full flex-col gap-4 pb-8',
  boxed: 'mx-auto w-full max-w-page px-4 sm:px-6',
  dashboard: 'flex h-full min-h-0 flex-col gap-3 laptop:gap-1',
}
