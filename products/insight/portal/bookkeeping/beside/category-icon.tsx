/** The icon of a category, by itself and with its name. */
import type { Annotation, BookkeepingCategory } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import {
  IconBuildingBank,
  IconBus,
  IconCash,
  IconCategory,
  IconDeviceDesktop,
  IconFileInvoice,
  IconGift,
  IconHeartbeat,
  IconHome,
  IconMasksTheater,
  IconPackage,
  IconPhone,
  IconPlane,
  IconPlug,
  IconPrinter,
  IconReceiptTax,
  IconScale,
  IconSchool,
  IconServer,
  IconShieldCheck,
  IconShoppingBag,
  IconShoppingCart,
  IconSpeakerphone,
  IconToolsKitchen2,
  IconUsers,
} from '@tabler/icons-react';
import classes from '../bookkeeping.module.css';
import { useCategoryName } from './use-category-name.ts';

const icons: Readonly<Record<BookkeepingCategory, typeof IconBus>> = {
  INCOME: IconCash,
  GOODS: IconPackage,
  RENT: IconHome,
  SALARIES: IconUsers,
  CONTRACTORS: IconFileInvoice,
  TAXES: IconReceiptTax,
  SOFTWARE: IconDeviceDesktop,
  HOSTING: IconServer,
  MARKETING: IconSpeakerphone,
  EQUIPMENT: IconPrinter,
  PROFESSIONAL: IconScale,
  INSURANCE: IconShieldCheck,
  LOANS: IconBuildingBank,
  TRAVEL: IconPlane,
  TRANSPORT: IconBus,
  RESTAURANTS: IconToolsKitchen2,
  GROCERIES: IconShoppingCart,
  SHOPPING: IconShoppingBag,
  UTILITIES: IconPlug,
  TELECOM: IconPhone,
  HEALTH: IconHeartbeat,
  EDUCATION: IconSchool,
  LEISURE: IconMasksTheater,
  CHARITY: IconGift,
  OTHER: IconCategory,
};

export function CategoryIcon({ category }: { category: BookkeepingCategory }) {
  const Icon = icons[category];
  return <Icon aria-hidden="true" />;
}

/** The category of a payment in a list: what was chosen, or in grey what is suggested. */
export function CategoryCell({ annotation }: { annotation: Annotation | undefined }) {
  const t = useTranslations('bookkeeping');
  const nameOf = useCategoryName();
  const category = annotation?.category ?? annotation?.suggestion?.category;
  if (!annotation || !category) return null;
  const isChosen = annotation.category !== null;
  return (
    <span className={classes.cell} data-suggested={isChosen ? undefined : ''}>
      <CategoryIcon category={category} />
      {isChosen ? nameOf(category) : t('suggestedShort', { category: nameOf(category) })}
    </span>
  );
}
