/** The icon of a category. */
import type { BookkeepingCategory } from '@calmly/contract';
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
