-- Holds of cards at the processor end when it says so, and by themselves 45 days after the payment. Those that are open got seven days from an earlier version;
-- those that have the 45 days already are left. Hours, because days of an interval follow the session's time zone.
update cards.authorization set expires_at = expires_at + interval '912 hours'
where expires_at < created_at + interval '1080 hours'
  and card_id in (select card_id from cards.processor_card);
