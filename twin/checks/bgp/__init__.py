"""Rules about BGP sessions and what they carry."""
