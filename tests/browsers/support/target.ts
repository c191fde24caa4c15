import type { realEstateBook } from '#contract/books/real-estate.ts'
import { findColumnIndex } from '../../e2e/support/case-book.ts'

/** A visible element of the page. A string must match completely, a pattern somewhere. */
export interface Target {
  css: string
  /** Its accessible name. */
  name?: string | RegExp
  /** Its text, or that of a field. */
  text?: string | RegExp
  /** Contains such an element. */
  has?: Target
  /** Is inside such an element. */
  inside?: Target
}

export const button = (name: string | RegExp, inside?: Target) => build('button, [role=button]', { name }, inside)
export const link = (name: string | RegExp, inside?: Target) => build('a[href]', { name }, inside)
export const field = (name: string | RegExp, inside?: Target) =>
  build('input, textarea, select, [role=combobox], [role=searchbox]', { name }, inside)
export const heading = (name: string | RegExp, inside?: Target) => build('h1, h2, h3, [role=heading]', { name }, inside)
export const dialog = (name: string | RegExp) => build('dialog, [role=dialog], [role=alertdialog]', { name })
export const role = (roleName: string, name: string | RegExp, inside?: Target) =>
  build(`[role=${roleName}]`, { name }, inside)
/** The innermost element with this text. */
export const text = (content: string | RegExp, inside?: Target) => build('*', { text: content }, inside)

/** The row of the case book with this owner. */
export function caseRow(owner: string): Target {
  return { css: '[role=row]', has: { css: '[role=gridcell]', text: owner } }
}

export function caseCell(owner: string, label: (typeof realEstateBook.fields)[number]['label']): Target {
  return { css: `[role=gridcell][data-col="${findColumnIndex(label)}"]`, inside: caseRow(owner) }
}

function build(css: string, words: Pick<Target, 'name' | 'text'>, inside?: Target): Target {
  return { css, ...words, ...(inside && { inside }) }
}

/** A target as JSON can carry it, with words as patterns. */
interface WireTarget {
  css: string
  name?: string
  text?: string
  has?: WireTarget
  inside?: WireTarget
}

export function toWire({ css, name, text: content, has, inside }: Target): WireTarget {
  return {
    css,
    ...(name !== undefined && { name: toPattern(name) }),
    ...(content !== undefined && { text: toPattern(content) }),
    ...(has && { has: toWire(has) }),
    ...(inside && { inside: toWire(inside) }),
  }
}

function toPattern(words: string | RegExp): string {
  return typeof words === 'string' ? `^${RegExp.escape(words)}$` : words.source
}

/** A matching element of the page. */
export interface FoundElement {
  text: string
  /** Its center in the window. */
  x: number
  y: number
  /** False when something covers the center, or the element is disabled. */
  canBeClicked: boolean
  isFocused: boolean
}

/**
 * Runs in the page, so it uses nothing of this module. `scrolls`: brings the first match into view.
 */
export function lookUp(wanted: WireTarget, scrolls: boolean): FoundElement[] {
  const clean = (words: string | null | undefined) => (words ?? '').replaceAll(/\s+/g, ' ').trim()
  const listTexts = (ids: string | null) =>
    ids?.split(/\s+/).map((id) => document.getElementById(id)?.textContent) ?? []
  const isField = (element: Element): element is HTMLInputElement => element.matches('input, textarea, select')
  const readText = (element: Element) => clean(isField(element) ? element.value : element.textContent)
  const readName = (element: Element) => {
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    const candidates = [
      ...listTexts(element.getAttribute('aria-labelledby')),
      element.getAttribute('aria-label'),
      ...labels.map((label) => label.textContent),
      isField(element) ? '' : element.textContent,
      element.getAttribute('placeholder'),
      element.getAttribute('title'),
    ]
    return candidates.map(clean).find((name) => name !== '') ?? ''
  }
  const matches = (element: Element, { name, text: content, has, css }: WireTarget): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    if (name !== undefined && !new RegExp(name).test(readName(element))) return false
    if (has && find(has, element).length === 0) return false
    if (content === undefined) return true
    const isMeant = (candidate: Element) => new RegExp(content).test(readText(candidate))
    return isMeant(element) && !(css === '*' && [...element.children].some(isMeant))
  }
  const find = (target: WireTarget, root: ParentNode): Element[] => {
    const scopes = target.inside ? find(target.inside, document) : [root]
    const all = new Set(scopes.flatMap((scope) => [...scope.querySelectorAll(target.css)]))
    return [...all].filter((element) => matches(element, target))
  }
  const found = find(wanted, document)
  if (scrolls) found[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  return found.map((element) => {
    const box = element.getBoundingClientRect()
    const x = Math.round(box.x + box.width / 2)
    const y = Math.round(box.y + box.height / 2)
    const top = document.elementFromPoint(x, y)
    const isUncovered = top !== null && (element.contains(top) || top.closest('label')?.control === element)
    return {
      text: readText(element),
      x,
      y,
      canBeClicked: isUncovered && !element.matches(':disabled'),
      isFocused: element.contains(document.activeElement),
    }
  })
}
