"""What Oh 7 ? and Kod-7 share: rules, redeals, the view and the log, rules of thumb for bots, measures."""
