import { MarketDetails } from '../listings/market-details.tsx'
import { OrganisationSection } from './organisation-section.tsx'
import { SeoSection } from './seo-section.tsx'
import { ShippingSection } from './shipping-section.tsx'
import { SuppliersSection } from './suppliers-section.tsx'
import { useEditor } from './use-editor.ts'

const Markets = () => <MarketDetails product_id={useEditor().server.product_id} />

/** The sections below pricing. */
export const LowerSections = () => (
  <>
    <ShippingSection />
    <SeoSection />
    <OrganisationSection />
    <Markets />
    <SuppliersSection />
  </>
)
