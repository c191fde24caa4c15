import type { ReactNode } from 'react'

/**
 * How a page lies in its frame (spec 2 §9), at most 1200 px wide where it is read rather than worked in. `default`: one column in the middle. `fluid`: the whole width.
 * `boxed`: a column with margins of its own. `sidebar`: a list of 250 px beside the column, above it in a narrow window. `dashboard`: exactly the window, so that a list
 * scrolls in it and not the page.
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
  dashboard: 'flex h-full min-h-0 flex-col gap-3 low:gap-1',
}
