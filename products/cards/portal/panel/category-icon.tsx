/** The picture of a merchant's category, in a circle. */
import type { CardTransaction } from '@calmly/contract';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import {
  IconBed,
  IconBolt,
  IconBuildingBank,
  IconBuildingStore,
  IconBus,
  IconCashBanknote,
  IconCloud,
  IconCoins,
  IconDeviceLaptop,
  IconDice5,
  IconGasStation,
  IconHeartbeat,
  IconHeartHandshake,
  IconHome,
  IconLuggage,
  IconPhone,
  IconPlane,
  IconReceiptRefund,
  IconSchool,
  IconShirt,
  IconShoppingBag,
  IconShoppingCart,
  IconTicket,
  IconTool,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import classes from './transactions.module.css';

type Category = CardTransaction['group'];

const icons: Readonly<Record<Category, typeof IconBed>> = {
  groceries: IconShoppingCart,
  restaurants: IconToolsKitchen2,
  fuel: IconGasStation,
  transport: IconBus,
  airlines: IconPlane,
  hotels: IconBed,
  travel: IconLuggage,
  shopping: IconShoppingBag,
  clothing: IconShirt,
  electronics: IconDeviceLaptop,
  home: IconHome,
  health: IconHeartbeat,
  entertainment: IconTicket,
  gambling: IconDice5,
  software: IconCloud,
  telecom: IconPhone,
  utilities: IconBolt,
  education: IconSchool,
  services: IconTool,
  government: IconBuildingBank,
  charity: IconHeartHandshake,
  financial: IconCoins,
  cash: IconCashBanknote,
  other: IconBuildingStore,
};

interface CategoryIconProps {
  category: Category;
  isRefund?: boolean;
}

export function CategoryIcon({ category, isRefund = false }: CategoryIconProps) {
  const Icon = isRefund ? IconReceiptRefund : icons[category];
  return (
    <Circle className={classes.icon}>
      <Icon aria-hidden="true" />
    </Circle>
  );
}
