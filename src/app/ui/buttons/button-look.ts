/** The nine button variants. Use one `primary` per view; a plain button is `secondary`. */
export const buttonTones = [
  'primary',
  'secondary',
  'success',
  'danger',
  'warning',
  'info',
  'light',
  'dark',
  'transparent',
] as const
export type ButtonTone = (typeof buttonTones)[number]

/**
 * Heights with a mouse: 24, 28, 32, 40 and 44 px. On touch screens xl is 48 px and all others 44.
 */
export const buttonSizes = ['xs', 'sm', 'md', 'lg', 'xl'] as const
export type ButtonSize = (typeof buttonSizes)[number]

// Text on a filled tone is white in light mode and near-black in dark mode, with at least 4.5 : 1
// contrast in both.
const tones: Record<ButtonTone, string> = {
  primary: 'border-primary bg-primary text-primary-ink hover:opacity-90',
  secondary: 'border-rule-strong bg-paper-raised text-ink hover:bg-paper-sunk',
  success: 'border-good bg-good text-paper-raised hover:opacity-90',
  danger: 'border-danger bg-danger text-danger-ink hover:opacity-90',
  warning: 'border-warn bg-warn text-paper-raised hover:opacity-90',
  info: 'border-info bg-info text-paper-raised hover:opacity-90',
  light: 'border-rule bg-paper-sunk text-ink hover:border-rule-strong',
  dark: 'border-ink bg-ink text-paper hover:opacity-90',
  transparent: 'border-transparent text-ink-2 hover:bg-paper-sunk hover:text-ink',
}

const textButtonSizes: Record<ButtonSize, string> = {
  xs: 'h-6 px-2 text-label coarse:h-11 coarse:px-3',
  sm: 'h-7 px-2.5 text-label coarse:h-11 coarse:px-3',
  md: 'h-8 px-3 text-body coarse:h-11 coarse:px-4',
  lg: 'h-10 px-4 text-body coarse:h-11',
  xl: 'h-11 px-5 text-lead coarse:h-12',
}

const iconButtonSizes: Record<ButtonSize, string> = {
  xs: 'size-6 coarse:size-11',
  sm: 'size-7 coarse:size-11',
  md: 'size-8 coarse:size-11',
  lg: 'size-10 coarse:size-11',
  xl: 'size-11 coarse:size-12',
}

const sharedClass =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none print:hidden transition-[background-color,border-color,opacity] duration-120 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50'

/** Button classes, for links that look like one. */
export function buildButtonClass(tone: ButtonTone = 'secondary', size: ButtonSize = 'md'): string {
  return `${sharedClass} ${textButtonSizes[size]} ${tones[tone]}`
}

/**
 * Classes of a square icon button. With `isDestructive` it turns red only under the pointer, as for
 * 삭제 in a list.
 */
export function buildIconButtonClass(tone: ButtonTone, size: ButtonSize, isDestructive: boolean): string {
  return `${sharedClass} ${iconButtonSizes[size]} ${isDestructive ? destructiveTone : tones[tone]}`
}

const destructiveTone = 'border-transparent text-ink-2 hover:bg-danger-wash hover:text-danger'
