/** The filters of the list, and actions on the selected rows. */
import type { PayoutDetails, PayoutFinding } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SearchField } from '@calmly/ui/fields/search-field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { Chips } from '../chips.tsx';
import { isWarning, shownWarnings } from '../warnings.ts';
import { useCount, useFaultTitle } from '../words.tsx';
import type { Bench, Kind, View } from './use-bench.ts';
import classes from './workbench.module.css';

interface BenchBarProps {
  payout: PayoutDetails;
  bench: Bench;
  /** Number of rows in the selected range. */
  chosen: number;
  onAdd: () => void;
  onRemove: () => void;
}

export function BenchBar({ payout, bench, chosen, onAdd, onRemove }: BenchBarProps) {
  const t = useTranslations('payouts.bench');
  const count = useCount();
  const { filter, setFilter, state, store } = bench;
  const { rows, faulty } = payout.summary;
  const warnings = shownWarnings(payout);
  return (
    <Grid gap={8} className={classes.bar}>
      <Inline wrap gap={16} rowGap={8} align="center" justify="between" className={classes.barLine}>
        <Segments<View>
          label={t('rows')}
          size="s"
          value={filter.view}
          options={[
            { value: 'all', label: t('all', { count: count(rows) }) },
            { value: 'around', label: t('around') },
            { value: 'errors', label: t('errors', { count: count(faulty) }) },
          ]}
          onChange={(view) => setFilter({ view, search: filter.search })}
        />
        <div className={classes.search}>
          <SearchField
            label={t('search')}
            text={filter.search ?? ''}
            onChange={(search) => setFilter({ view: search ? 'all' : filter.view, search })}
          />
        </div>
      </Inline>
      <Inline wrap gap={16} rowGap={8} align="center" justify="between" className={classes.barLine}>
        <div className={classes.kinds}>
          <Kinds
            faults
            label={t('kinds')}
            findings={payout.faults}
            kind={filter.kind}
            onChoose={(kind) => setFilter({ view: 'errors', kind })}
          />
          <Kinds
            label={t('warnings')}
            findings={warnings}
            kind={filter.kind}
            onChoose={(kind) => setFilter({ view: 'all', kind })}
          />
        </div>
        <Inline gap={4} align="center" className={classes.tools}>
          <Text as="span" size={13} tone="soft" className={classes.saving} role="status">
            {state.isSaving && t('saving')}
          </Text>
          <Button
            variant="quiet"
            size="s"
            icon={<IconArrowBackUp aria-hidden="true" />}
            aria-label={t('undo')}
            title={t('undo')}
            disabled={!state.canUndo}
            onClick={() => store.undo()}
          />
          <Button
            variant="quiet"
            size="s"
            icon={<IconArrowForwardUp aria-hidden="true" />}
            aria-label={t('redo')}
            title={t('redo')}
            disabled={!state.canRedo}
            onClick={() => store.redo()}
          />
          {chosen > 0 && (
            <Button
              variant="quiet"
              size="s"
              icon={<IconTrash aria-hidden="true" />}
              aria-label={t('removeRows', { count: chosen })}
              title={t('removeRows', { count: chosen })}
              onClick={onRemove}
            />
          )}
          <Button size="s" icon={<IconPlus aria-hidden="true" />} onClick={onAdd}>
            {t('addRow')}
          </Button>
        </Inline>
      </Inline>
    </Grid>
  );
}

interface KindsProps {
  label: string;
  findings: readonly PayoutFinding[];
  /** Whether the findings are errors. */
  faults?: boolean;
  kind: Kind | undefined;
  onChoose: (kind: Kind | undefined) => void;
}

const mostKinds = 6;

/** A chip for each kind of error or warning, most frequent first. */
function Kinds({ label, findings, faults, kind, onChoose }: KindsProps) {
  const titleOf = useFaultTitle();
  const isChosen = ({ field, code }: Kind) => kind?.field === field && kind.code === code;
  const isOurs = kind && isWarning(kind) === !faults;
  const gone = isOurs && !findings.some(isChosen) ? [{ ...kind, rows: 0 }] : [];
  const kinds = [...findings.slice(0, mostKinds), ...gone];
  const keyOf = ({ field, code }: Kind) => `${field} ${code}`;
  if (kinds.length === 0) return null;
  return (
    <Chips
      tone={faults ? 'fault' : 'warning'}
      label={label}
      chips={kinds.map((one) => ({ key: keyOf(one), text: titleOf(one.code), count: one.rows }))}
      chosen={isOurs ? keyOf(kind) : undefined}
      onChoose={(key) => {
        const chosen = kinds.find((one) => keyOf(one) === key);
        onChoose(chosen && { field: chosen.field, code: chosen.code });
      }}
    />
  );
}
