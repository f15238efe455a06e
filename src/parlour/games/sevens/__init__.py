"""What Oh 7 ? and Kod-7 share: rules, what a seat can conclude, the human side, a player, measures."""
