import type { Post } from '#contract/blog/blog-public.ts'
import { getCategoryLabel } from '#contract/blog/blog-texts.ts'
import { formatScrivener, type Office } from '#domain/office/office-texts.ts'
import { listOtherWork } from './about-texts.ts'
import { civilQuestions } from './civil-texts.ts'
import { listContactQuestions } from './contact-texts.ts'
import { corporateQuestions } from './corporate-texts.ts'
import { depositQuestions } from './deposit-texts.ts'
import { getPageTitle, type PagePath } from './page-metadata.ts'
import type { PageEntry } from './page-parts.tsx'
import { listRegistrationQuestions } from './real-estate-texts.ts'

/** A schema.org object. */
export interface StructuredItem {
  '@type': string
  [property: string]: unknown
}

/**
 * The page's objects as JSON-LD. A data block, so the CSP against inline scripts does not apply.
 */
export function renderStructuredData(items: readonly StructuredItem[]): string {
  // Escapes text that could end the script element.
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': items }).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/ld+json">${json}</script>`
}

/** The site and its origin. */
interface SiteContext {
  readonly origin: string
  readonly office: Office
}

interface PageTexts extends SiteContext {
  /** Absolute, as in the canonical link. */
  url: string
  title: string
  description: string
}

const questionsByPath: Partial<Record<PagePath, (office: Office) => readonly PageEntry[]>> = {
  '/services/real-estate': () => listRegistrationQuestions({}),
  '/services/corporate': () => corporateQuestions,
  '/services/deposit': () => depositQuestions,
  '/services/civil': () => civilQuestions,
  '/about': listOtherWork,
  '/contact': listContactQuestions,
}

/** Objects of a page other than a post, beginning with its breadcrumbs. */
export function buildPageItems(path: PagePath, page: PageTexts): StructuredItem[] {
  const { url, title, description } = page
  const faqEntries = questionsByPath[path]?.(page.office)
  return [
    ...(path === '/' ? [buildSite(page)] : [buildBreadcrumbs(path, page)]),
    ...(path === '/' || path === '/about' ? [buildOffice(page)] : []),
    ...(path.startsWith('/services/')
      ? [
          {
            '@type': 'Service',
            name: title,
            description,
            url,
            areaServed: 'KR',
            provider: officeReference(page),
          },
        ]
      : []),
    ...(faqEntries ? [buildFaq(faqEntries)] : []),
    ...(path === '/blog' ? [{ '@type': 'Blog', name: title, description, url, publisher: officeReference(page) }] : []),
  ]
}

/** A post and its breadcrumbs. `picture`: absolute URL of its picture. */
export function buildPostItems(post: Post, site: SiteContext & { picture: string }): StructuredItem[] {
  const { origin, picture } = site
  const url = `${origin}/blog/${post.id}`
  return [
    buildBreadcrumbList([...listBlogSteps(origin), { name: post.title, url }]),
    {
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      ...(post.datetime && { datePublished: post.datetime }),
      author: buildAuthor(post.author.name, site),
      publisher: officeReference(site),
      image: picture,
      url,
      mainEntityOfPage: url,
      articleSection: getCategoryLabel(post.category),
      ...(post.tags.length > 0 && { keywords: post.tags }),
      timeRequired: `PT${post.readingTime}M`,
      inLanguage: 'ko',
    },
  ]
}

/** Signatures such as `법무사 한온결` contain the job title and the name. */
function buildAuthor(signature: string, site: SiteContext): StructuredItem {
  const { office } = site
  if (signature === office.name) return officeReference(site)
  const isScrivener = signature === formatScrivener(office)
  const person = isScrivener ? buildScrivener(office) : { '@type': 'Person', name: signature }
  return { ...person, worksFor: officeReference(site) }
}

function buildScrivener({ scrivener, scrivener_title: jobTitle }: Office): StructuredItem {
  return { '@type': 'Person', name: scrivener, jobTitle }
}

function buildSite(site: SiteContext): StructuredItem {
  return {
    '@type': 'WebSite',
    name: site.office.name,
    url: `${site.origin}/`,
    inLanguage: 'ko',
    publisher: officeReference(site),
  }
}

/** Short reference to the office; / and /about describe it in full. */
function officeReference({ origin, office }: SiteContext): StructuredItem {
  return { '@type': 'LegalService', '@id': `${origin}/#office`, name: office.name, url: `${origin}/` }
}

/** LegalService is the schema.org LocalBusiness for legal professions. */
function buildOffice({ origin, office }: SiteContext): StructuredItem {
  return {
    ...officeReference({ origin, office }),
    logo: `${origin}/icon-512.png`,
    image: `${origin}/og.png`,
    telephone: office.telephone.replace(/^0/, '+82-'),
    address: { '@type': 'PostalAddress', addressCountry: 'KR', streetAddress: office.address },
    areaServed: 'KR',
    ...(office.fax && { faxNumber: office.fax.replace(/^0/, '+82-') }),
    ...(office.email && { email: office.email }),
    openingHoursSpecification: buildOpeningHours(office),
    employee: buildScrivener(office),
  }
}

/**
 * Machine-readable form of `평일 09:00–18:00`. Other forms are omitted, because wrong hours would
 * send people to a closed office.
 */
function buildOpeningHours(office: Office): StructuredItem | undefined {
  const [, opens, closes] = /^평일 (\d\d:\d\d)–(\d\d:\d\d)$/.exec(office.hours) ?? []
  const dayOfWeek = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  return opens && closes ? { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes } : undefined
}

function buildFaq(faqEntries: readonly PageEntry[]): StructuredItem {
  return {
    '@type': 'FAQPage',
    mainEntity: faqEntries.map(({ title, text }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  }
}

interface BreadcrumbStep {
  name: string
  /** Absolute. */
  url: string
}

/**
 * Breadcrumbs. A part of the blog's list is below the whole list. /services is omitted, because it
 * requires a sign-in.
 */
function buildBreadcrumbs(path: PagePath, { origin, url, title }: PageTexts): StructuredItem {
  const isPartOfList = path === '/blog' && url !== `${origin}/blog`
  return buildBreadcrumbList([...(isPartOfList ? listBlogSteps(origin) : [homeStep(origin)]), { name: title, url }])
}

function listBlogSteps(origin: string): BreadcrumbStep[] {
  return [homeStep(origin), { name: getPageTitle('/blog'), url: `${origin}/blog` }]
}

function homeStep(origin: string): BreadcrumbStep {
  return { name: '홈', url: `${origin}/` }
}

function buildBreadcrumbList(steps: readonly BreadcrumbStep[]): StructuredItem {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}
